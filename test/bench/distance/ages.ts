import { pause } from '../console.ts';
import type { BenchService } from '../service/start.ts';
import type { Timed } from '../timed.ts';
import { hasEnded, rowsOn } from './screen.ts';

/** Ages of rows on screen, sampled repeatedly, in milliseconds. Ended rows never change. */
export type Ages = {
  readonly bids: readonly number[];
  readonly endedBids: readonly number[];
  readonly instances: readonly number[];
};

const SAMPLE_MS = 250;

/** Samples the ages of the rows on screen until a time. An age is the time since the service wrote the row's newest delivered answer. */
export async function sampleAges(timed: Timed, service: BenchService, until: number): Promise<Ages> {
  const ages = { bids: [] as number[], endedBids: [] as number[], instances: [] as number[] };
  while (performance.now() < until) {
    const rows = rowsOn(timed.lines());
    for (const list of ['bids', 'instances'] as const) {
      const names = [...rows[list].keys()];
      const ofNames = await service.ages(list, names);
      for (const [at, name] of names.entries()) {
        const isEndedBid = list === 'bids' && hasEnded(rows.bids.get(name) ?? '');
        ages[isEndedBid ? 'endedBids' : list].push(ofNames[at] ?? Number.NaN);
      }
    }
    await pause(SAMPLE_MS);
  }
  return ages;
}

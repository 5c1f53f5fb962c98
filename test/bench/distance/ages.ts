import { pause } from '../console.ts';
import type { BenchList } from '../service/start.ts';
import type { Observation, Timing } from './observed.ts';
import { hasEnded, rowsOn } from './screen.ts';

/** Of rows on screen, and of any row of both lists. */
export type Ages = {
  readonly bids: readonly Timing[];
  readonly instances: readonly Timing[];
  readonly ended: readonly Timing[];
  readonly all: readonly Timing[];
};

const LISTS: readonly BenchList[] = ['bids', 'instances'];
const SAMPLE_MS = 250;
/** Samples on screen for one of all rows, and its size in each list. */
const SPARSE = 8;
const OF_ALL = 50;

/**
 * Samples ages until the measuring ends: time since the newest delivered answer was written, or since the program's
 * start.
 */
export async function sampleAges(observed: Observation): Promise<Ages> {
  const { timed, service, names } = observed;
  const ages = { bids: [] as Timing[], instances: [] as Timing[], ended: [] as Timing[], all: [] as Timing[] };
  const agesOf = async (list: BenchList, of: readonly string[]): Promise<readonly Timing[]> => {
    const oldest = performance.now() - timed.began;
    const found = await service.ages(list, of);
    return found.map((ms) => ({ at: observed.elapsed(), ms: Math.min(ms ?? oldest, oldest) }));
  };
  for (let n = 0; !observed.isOver(); n++) {
    const rows = rowsOn(timed.lines());
    for (const list of LISTS) {
      const shown = [...rows[list]];
      const ofShown = await agesOf(
        list,
        shown.map(([name]) => name),
      );
      for (const [at, age] of ofShown.entries()) ages[hasEnded(shown[at]?.[1] ?? '') ? 'ended' : list].push(age);
      if (n % SPARSE > 0) continue;
      const some = Array.from({ length: OF_ALL }, () => names[list][Math.floor(Math.random() * names[list].length)]);
      ages.all.push(
        ...(await agesOf(
          list,
          some.filter((name) => name !== undefined),
        )),
      );
    }
    await pause(SAMPLE_MS);
  }
  return ages;
}

import type { SeenBid } from '../../../src/features/money/journal.ts';
import type { Scope } from '../../../src/journal/scope.ts';
import { DAY_MS, HOUR_MS } from '../../../src/lib/duration.ts';
import { openFeatureJournal } from './open-journal.ts';

/** Time between two looks, in milliseconds. */
const EACH_MS = 50_000;

/** Earlier bids: name, type, limit price in cents, instances, and the hours of the day between which they ran. */
const BIDS: readonly (readonly [string, string, number, number, number, number])[] = [
  ['pretrain-b200', '8xb200.us-east1-b', 4885, 4, 0, 24],
  ['train-llama', '8xh100.us-central1-a', 2605, 8, 6, 22],
  ['finetune-mistral', '8xh100.eu-north1-a', 2165, 4, 9, 18],
  ['sweep-a', '4xa100.us-central1-a', 480, 4, 0, 12],
  ['notebooks', '1xl40s.us-central1-a', 175, 2, 7, 20],
];

/** How the bids stood at a time; each day some of them had fewer instances. */
function standingsAt(at: number): readonly SeenBid[] {
  const hour = (at % DAY_MS) / HOUR_MS;
  const day = Math.floor(at / DAY_MS);
  return BIDS.map(([name, type, cents, quantity, from, to], n) => {
    const running = hour >= from && hour < to ? Math.max(1, quantity - ((day + n) % 3)) : 0;
    return {
      traits: { bid: `earlier-${name}`, name, type, region: type.split('.')[1] ?? '' },
      standing: {
        state: running > 0 ? 'allocated' : 'open',
        limit: { sign: '$', micros: BigInt(cents) * 10_000n },
        quantity,
        running,
      },
    };
  });
}

/** Writes a journal of some days, of which nobody observed the second, nor the nights from one to five. The bids have ended since. */
export function writeCostJournal(path: string, scope: Scope, now: number, days: number): void {
  let at = now - days * DAY_MS;
  const journal = openFeatureJournal(path, () => at);
  let previous: number | null = null;
  for (; at < now - EACH_MS; at += EACH_MS) {
    const hour = (at % DAY_MS) / HOUR_MS;
    const isSecond = at > now - (days - 1) * DAY_MS && at < now - (days - 2) * DAY_MS;
    if (isSecond || (hour >= 1 && hour < 5)) continue;
    journal.recordBids(scope, {
      at,
      readTo: at,
      previous,
      recordedAt: previous,
      bids: standingsAt(at),
      whole: null,
    });
    previous = at;
  }
  const ended = standingsAt(at).map(
    ({ traits, standing }): SeenBid => ({ traits, standing: { ...standing, state: 'ended', running: 0 } }),
  );
  journal.recordBids(scope, { at, readTo: at, previous, recordedAt: previous, bids: ended, whole: null });
  journal.close();
}

import type { BidState } from '../../../src/features/money/bid-record.ts';
import type { SeenBid } from '../../../src/features/money/journal.ts';
import type { Scope } from '../../../src/journal/scope.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { openFeatureJournal } from './open-journal.ts';

/** A type in a region, and the lowest price that it had, in dollars. */
export type PricedPair = { readonly type: string; readonly region: string; readonly lowest: number };

/** The pair of which stories ask the price. */
export const ASKED: PricedPair = { type: '8xh100.eu-west4-a', region: 'eu-west4-a', lowest: 11 };

/** Time that the journal has seen, in milliseconds, and the time between two looks. */
const SEEN_MS = 12 * HOUR_MS;
const EACH_MS = 50_000;

/** How five earlier bids stood at a part of the seen time, from 0 to 1: the price rose slowly by a tenth and fell again. */
function standings({ type, region, lowest }: PricedPair, part: number, look: number): readonly SeenBid[] {
  const price = 11 + Math.sin(part * Math.PI);
  return [12.4, 12.1, 11.6, 11.3, 10.8].map((limit): SeenBid => {
    // One of them has many instances every few hours, so capacity is never short.
    const isLarge = limit === 12.4;
    const wins = isLarge ? look % 200 < 2 : limit >= price;
    const state: BidState = wins ? 'allocated' : isLarge ? 'paused' : 'open';
    const quantity = isLarge ? 80 : 2;
    const cents = Math.round((limit * lowest * 100) / 11);
    return {
      traits: { bid: `bid-${type}-${limit}`, name: `bid-${limit}`, type, region },
      standing: {
        state,
        limit: { sign: '$', micros: BigInt(cents) * 10_000n },
        quantity,
        running: state === 'allocated' ? quantity : 0,
      },
    };
  });
}

/** Writes a journal of the last twelve hours, in which earlier bids of some pairs were filled and outbid. */
export function writePriceJournal(
  path: string,
  scope: Scope,
  now: number,
  pairs: readonly PricedPair[] = [ASKED],
): void {
  let at = now - SEEN_MS;
  const journal = openFeatureJournal(path, () => at);
  const looks = Math.floor(SEEN_MS / EACH_MS);
  for (let look = 0; look < looks; look++) {
    const last = look === looks - 1;
    const bids = pairs.flatMap((pair, n) =>
      standings(pair, (look / looks + n / 5) % 1, look).map(
        ({ traits, standing }): SeenBid => ({
          traits,
          standing: last ? { ...standing, state: 'ended', running: 0 } : standing,
        }),
      ),
    );
    const previous = look === 0 ? null : at - EACH_MS;
    journal.recordBids(scope, { at, readTo: at, previous, recordedAt: previous, bids });
    at += EACH_MS;
  }
  journal.close();
}

import type { SeenBid } from '../../src/journal/bid-steps.ts';
import { openJournal } from '../../src/journal/journal.ts';
import type { Scope } from '../../src/journal/scope.ts';
import { HOUR_MS } from '../../src/lib/duration.ts';
import type { BidState } from '../../src/money/bid-step.ts';
import { serviceResources } from '../../src/resources/index.ts';

const TYPE = '8xh100.eu-west4-a';
const REGION = 'eu-west4-a';
/** Time that the journal has seen, in milliseconds, and the time between two looks. */
const SEEN_MS = 12 * HOUR_MS;
const EACH_MS = 50_000;

const seen = (bid: string, state: BidState, dollars: number, quantity: number): SeenBid => ({
  traits: { bid, name: bid, type: TYPE, region: REGION },
  standing: {
    state,
    limit: { sign: '$', micros: BigInt(Math.round(dollars * 1e6)) },
    quantity,
    running: state === 'allocated' ? quantity : 0,
  },
});

/** Returns how three earlier bids stood at a part of the seen time, from 0 to 1: the price rose slowly from $11 to $12 and back. */
function standings(part: number, look: number): readonly SeenBid[] {
  const price = 11 + Math.sin(part * Math.PI);
  return [12.4, 12.1, 11.6, 11.3, 10.8].map((limit) =>
    // One of them has many instances every few hours, so capacity is never short.
    limit === 12.4
      ? seen(`bid-${limit}`, look % 200 < 2 ? 'allocated' : 'paused', limit, 80)
      : seen(`bid-${limit}`, limit >= price ? 'allocated' : 'open', limit, 2),
  );
}

/** Writes a journal of the last twelve hours, in which earlier bids of `8xh100` in `eu-west4-a` were filled and outbid. */
export function writePriceJournal(path: string, scope: Scope, now: number): void {
  let at = now - SEEN_MS;
  const journal = openJournal(path, () => at, serviceResources);
  const looks = Math.floor(SEEN_MS / EACH_MS);
  for (let look = 0; look < looks; look++) {
    const last = look === looks - 1;
    const bids = last
      ? standings(1, look).map(({ traits, standing }) => ({
          traits,
          standing: { ...standing, state: 'ended', running: 0 } as const,
        }))
      : standings(look / looks, look);
    journal.recordBids(scope, { at, readTo: at, previous: look === 0 ? null : at - EACH_MS, bids });
    at += EACH_MS;
  }
  journal.close();
}

import type { BidEntry } from './history.ts';
import type { BidRecord, InstanceRecord } from './model.ts';
import { CENT, spotPrice } from './spot-price.ts';
import type { World } from './world.ts';

/** The places where history is written. `by`: the person who did it; null for the market itself. */

type Noting = Pick<World, 'history' | 'now'>;

export function noteBid(
  { history, now }: Noting,
  { fid, limit }: BidRecord,
  event: BidEntry['event'],
  by: string | null = null,
): void {
  history.bids.add({ at: now, bid: fid, event, limit, by });
}

export function noteState({ history, now }: Noting, { fid, bid, pool, status }: InstanceRecord): void {
  history.states.add({ at: now, instance: fid, bid, pool, status });
}

/** Where one has changed. */
export function notePrices({ history, pools, now }: World): void {
  const known = history.prices.entries.at(-1)?.cents;
  const cents = Array.from(pools.values(), (pool) => Number(spotPrice(pool) / CENT));
  if (known !== undefined && cents.every((price, n) => price === known[n])) return;
  history.prices.add({ at: now, cents });
}

import { allocate, isStopping, preempt, reinstate } from './bids.ts';
import type { BidRecord } from './model.ts';
import { CENT, spotPrice } from './spot-price.ts';
import { compareRows, type Pool, type World } from './world.ts';

/** Bids at or above the spot price win whole, the highest limit first, the older among equals; one that doesn't fit lets smaller ones pass. Losers are preempted, winners wait for free capacity. */
export function holdAuction(world: World, pool: Pool): void {
  pool.stale = false;
  pool.unserved = null;
  const standing = standingIn(pool);
  const winners = new Set<BidRecord>();
  let left = pool.capacity - pool.reserved;
  const price = spotPrice(pool);
  for (const bid of standing) {
    if (bid.limit < price) break;
    if (bid.quantity <= left) {
      winners.add(bid);
      left -= bid.quantity;
    } else if (bid.quantity <= pool.capacity - pool.reserved) {
      pool.unserved ??= bid.limit;
    }
  }
  for (const bid of standing) {
    if (bid.status === 'Allocated' && !winners.has(bid)) preempt(world, bid);
    else if (bid.status === 'Preempting' && winners.has(bid)) reinstate(world, bid);
  }
  for (const bid of winners) {
    if (bid.status !== 'Open' || isStopping(world, bid)) continue;
    if (bid.quantity <= pool.capacity - pool.held) allocate(world, bid);
  }
  pool.stale = false;
}

/** Least limit price that wins so many instances in the next auction, in millionths of a dollar; null where there are not so many. */
export function priceToWin(pool: Pool, quantity: number): bigint | null {
  let left = pool.capacity - pool.reserved;
  if (quantity > left) return null;
  const price = spotPrice(pool);
  for (const bid of standingIn(pool)) {
    if (bid.limit < price) break;
    if (bid.quantity <= left) left -= bid.quantity;
    // The older of two equal ones wins.
    if (quantity > left) return (bid.limit / CENT + 1n) * CENT;
  }
  return price;
}

function standingIn({ bids }: Pool): readonly BidRecord[] {
  return [...bids].filter(({ status }) => status !== 'Paused').sort(byLimit);
}

function byLimit(a: BidRecord, b: BidRecord): number {
  if (a.limit !== b.limit) return a.limit > b.limit ? -1 : 1;
  return compareRows(a, b);
}

/** In millionths of a dollar; null where nobody is allocated. */
export function lowestWinningLimit(pool: Pool): bigint | null {
  let lowest: bigint | null = null;
  for (const { status, limit } of pool.bids) {
    if (status === 'Allocated' && (lowest === null || limit < lowest)) lowest = limit;
  }
  return lowest;
}

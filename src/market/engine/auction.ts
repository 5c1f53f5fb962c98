import { allocate, preempt, reinstate, wantedCapacity } from './bids.ts';
import type { BidRecord } from './model.ts';
import { compareRows } from './table.ts';
import type { Pool, World } from './world.ts';

/**
 * Holds one auction of one pool. Bids at or above the spot price win, the highest limit first and the
 * older among equals, while capacity lasts; a bid gets all its instances or none, and one that does
 * not fit lets smaller ones pass. Winners pay the spot price, never their own limit. Holders that no
 * longer win are preempted, and winners wait until their capacity is free.
 */
export function holdAuction(world: World, pool: Pool): void {
  pool.stale = false;
  pool.unserved = null;
  const standing = [...pool.bids].filter(({ status }) => status !== 'Paused').sort(byLimit);
  const winners = new Set<BidRecord>();
  let left = pool.capacity - pool.reserved;
  for (const bid of standing) {
    if (bid.limit < pool.price) break;
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
    if (bid.status !== 'Open') continue;
    const wanted = wantedCapacity(world, bid);
    if (wanted !== null && wanted <= pool.capacity - pool.held) allocate(world, bid);
  }
  pool.stale = false;
}

function byLimit(a: BidRecord, b: BidRecord): number {
  if (a.limit !== b.limit) return a.limit > b.limit ? -1 : 1;
  return compareRows(a, b);
}

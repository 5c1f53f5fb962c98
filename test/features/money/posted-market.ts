import {
  allocate,
  endPreemption,
  isStopping,
  moveDueInstances,
  PREEMPTION,
  preempt,
  reinstate,
} from '../../../src/market/engine/bids.ts';
import type { BidRecord } from '../../../src/market/engine/model.ts';
import { compareRows, type Pool, type World } from '../../../src/market/engine/world.ts';
import { SECOND } from '../../market/world.ts';

/** Who gets capacity that does not do for all at or above the price: the highest limit price, who can take it from others, or who came first. */
export type PostedTrade = 'highest-first' | 'first-come';

type Chance = { readonly between: (min: number, max: number) => number };

/** Between two prices, as on the embedded market. */
const ROUND = 10 * SECOND;

/** Passes a second of a market with a price that does not depend on the bids. */
export function advancePosted(world: World, at: number, trade: PostedTrade, chance: Chance): void {
  world.now = at;
  moveDueInstances(world);
  for (const bid of [...world.leaving]) if (at >= bid.since + PREEMPTION) endPreemption(world, bid);
  for (const pool of world.pools.values()) {
    if (at % ROUND === 0) movePrice(pool, chance);
    if (at % ROUND === 0 || pool.stale) share(world, pool, trade);
  }
}

function movePrice(pool: Pool, chance: Chance): void {
  const next =
    Number(pool.price) +
    (Number(pool.base) - Number(pool.price)) / 100 +
    Number(pool.base) * 0.01 * chance.between(-1, 1);
  pool.price = BigInt(Math.round(Math.max(next, Number(pool.base) / 2)));
}

const byLimit = (a: BidRecord, b: BidRecord): number =>
  a.limit === b.limit ? compareRows(a, b) : a.limit > b.limit ? -1 : 1;

const hasPlace = ({ status }: BidRecord): boolean => status === 'Allocated' || status === 'Preempting';

/** Who came first keeps its place; a place given up for the price is at the end of its preemption. */
const byPlace = (a: BidRecord, b: BidRecord): number =>
  hasPlace(a) === hasPlace(b) ? compareRows(a, b) : hasPlace(a) ? -1 : 1;

function share(world: World, pool: Pool, trade: PostedTrade): void {
  pool.stale = false;
  const standing = [...pool.bids].filter(({ status }) => status !== 'Paused');
  let left = pool.capacity;
  const winners = new Set<BidRecord>();
  for (const bid of standing.sort(trade === 'highest-first' ? byLimit : byPlace)) {
    if (bid.limit < pool.price || bid.quantity > left) continue;
    winners.add(bid);
    left -= bid.quantity;
  }
  for (const bid of standing) {
    if (bid.status === 'Allocated' && !winners.has(bid)) preempt(world, bid);
    else if (bid.status === 'Preempting' && winners.has(bid)) reinstate(world, bid);
    else if (
      bid.status === 'Open' &&
      winners.has(bid) &&
      !isStopping(world, bid) &&
      bid.quantity <= pool.capacity - pool.held
    )
      allocate(world, bid);
  }
  pool.stale = false;
}

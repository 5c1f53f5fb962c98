import * as z from 'zod';
import { jsonIn } from '../../lib/values.ts';
import { BidEntry, StateEntry } from '../engine/history.ts';
import type { World } from '../engine/world.ts';
import { presentFids } from './seed.ts';
import { pastCents, stepsBefore } from './seed-prices.ts';

/** The demo's simulated past in the file of the program. Times are milliseconds from its end. */
const MarketPast = z.object({
  pools: z.array(z.string()),
  /** Each the changes since the one before: of the time, and of the cents of each pool. */
  prices: z.array(z.array(z.int())),
  bids: z.array(z.tuple([z.number(), z.string(), z.string(), z.string(), z.string().nullable()])),
  states: z.array(z.tuple([z.number(), z.string(), z.string().nullable(), z.string(), z.string()])),
});
export type MarketPast = z.output<typeof MarketPast>;

const PastFile = z.object({ fids: z.array(z.string()), market: MarketPast });

/** Gives a new world the demo's past. Returns the bids and instances that it tells of; none when the text is unusable. */
export function beginPast(world: World, text: string): ReadonlySet<string> {
  const read = PastFile.safeParse(jsonIn(text));
  const present = presentFids(world);
  if (!read.success || read.data.fids.length !== present.length) return new Set();
  const { fids, market } = read.data;
  const own = new Map(fids.map((fid, n) => [fid, present[n] ?? fid]));
  const here = (fid: string): string => own.get(fid) ?? fid;
  const { bids, states } = world.history;
  for (const [age, bid, event, limit, by] of market.bids)
    bids.add(BidEntry.parse({ at: world.now + age, bid: here(bid), event, limit, by }));
  for (const [age, instance, bid, pool, status] of market.states) {
    const entry = { instance: here(instance), bid: bid === null ? null : here(bid), pool, status };
    states.add(StateEntry.parse({ at: world.now + age, ...entry }));
  }
  addPrices(world, market);
  return new Set([...bids.entries.map(({ bid }) => bid), ...states.entries.map(({ instance }) => instance)]);
}

function addPrices(world: World, { pools, prices }: MarketPast): void {
  const known = new Map(pools.map((pool) => [pool, 0]));
  let at = world.now;
  for (const [elapsed = 0, ...changes] of prices) {
    at += elapsed;
    for (const [n, pool] of pools.entries()) known.set(pool, (known.get(pool) ?? 0) + (changes[n] ?? 0));
    const steps = stepsBefore(world, at);
    const cents = Array.from(world.pools.values(), (pool) => known.get(pool.id) ?? pastCents(pool, steps));
    world.history.prices.add({ at, cents });
  }
}

import type { BidEntry, PriceEntry, StateEntry } from '../../src/market/engine/history.ts';
import type { World } from '../../src/market/engine/world.ts';
import type { MarketPast } from '../../src/market/world/past.ts';

/** Between two prices while nothing happens to a bid, in milliseconds. */
const STEP_MS = 30 * 60_000;

/** On the way from one status that is looked at to another. */
const PASSING: readonly StateEntry['status'][] = [
  'STATUS_CONFIRMED',
  'STATUS_SCHEDULED',
  'STATUS_INITIALIZING',
  'STATUS_STARTING',
  'STATUS_STOPPED',
];

/** Keeps of a market's history what fits into the file: prices rarely, but whenever something happens to a bid. */
export function historyKeeper() {
  const prices: PriceEntry[] = [];
  let pools: readonly string[] = [];
  let seen = { bids: 0, entry: undefined as PriceEntry | undefined };
  let bids: readonly BidEntry[] = [];
  let states: readonly StateEntry[] = [];
  return {
    watch: ({ history, pools: all }: World): void => {
      pools = [...all.keys()];
      bids = history.bids.entries;
      states = history.states.entries;
      const entry = history.prices.entries.at(-1);
      const isDue = entry !== undefined && entry.at - (prices.at(-1)?.at ?? 0) >= STEP_MS;
      const happened = bids.length > seen.bids;
      if (entry !== undefined && entry !== seen.entry && (isDue || happened)) {
        prices.push(entry);
        seen = { bids: bids.length, entry };
      }
    },
    kept: (until: number): MarketPast => {
      let before = { at: until, cents: pools.map(() => 0) };
      return {
        pools: [...pools],
        prices: prices.map((entry) => {
          const change = [entry.at - before.at, ...entry.cents.map((cents, n) => cents - (before.cents[n] ?? 0))];
          before = entry;
          return change;
        }),
        bids: bids.map(({ at, bid, event, limit, by }) => [at - until, bid, event, String(limit), by]),
        states: states
          .filter(({ status }) => !PASSING.includes(status))
          .map(({ at, instance, bid, pool, status }) => [at - until, instance, bid, pool, status]),
      };
    },
  };
}

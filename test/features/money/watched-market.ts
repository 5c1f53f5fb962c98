import type { BidRecord, BidState, BidStep } from '../../../src/features/money/bid-record.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { type Interval, joined } from '../../../src/lib/intervals.ts';
import { cancel, pause, resume } from '../../../src/market/engine/bids.ts';
import { advance } from '../../../src/market/engine/clock.ts';
import { changeLimit } from '../../../src/market/engine/commands.ts';
import type { BidStatus, BidRecord as MarketBid } from '../../../src/market/engine/model.ts';
import { emptyWorld, instancesOf, type World } from '../../../src/market/engine/world.ts';
import { bidFor, DOLLAR, pool, SECOND, START } from '../../market/world.ts';
import { advancePosted, type PostedTrade } from './posted-market.ts';

/** The state of a bid by its status on the market. */
export const STATES: { readonly [Status in BidStatus]: BidState } = {
  Open: 'open',
  Allocated: 'allocated',
  Preempting: 'preempting',
  Paused: 'paused',
  Terminated: 'ended',
};

/** A user that is not the operator: its bids are in no list of the operator. */
export const OTHERS = 'others';

/** Numbers that always come out the same for a seed. */
export function chanceOf(seed: number) {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (min: number, max: number): number => min + (max - min) * next(),
    is: (part: number): boolean => next() < part,
  };
}
type Chance = ReturnType<typeof chanceOf>;

/** Steps of bids as consoles write them, from a look at the market every few seconds. */
export function createWatch(world: World) {
  const bids = new Map<string, { readonly bid: MarketBid; readonly steps: BidStep[] }>();
  const observed: Interval[] = [];
  let previous: number | null = null;
  return {
    look: (): void => {
      const at = world.now;
      for (const bid of world.bids.ordered) {
        if (bid.createdBy === OTHERS) continue;
        const known = bids.get(bid.fid);
        const state = STATES[bid.status];
        const last = known?.steps.at(-1);
        if (last?.state === 'ended') continue;
        const running = instancesOf(world, bid).filter(({ status }) => status === 'STATUS_RUNNING').length;
        if (last?.state === state && last.limit?.micros === bid.limit && last.running === running) continue;
        const since = last === undefined ? at : Math.max(last.at, previous ?? observed.at(-1)?.to ?? 0);
        const step = { at, since, state, limit: { sign: '$', micros: bid.limit }, quantity: bid.quantity, running };
        if (known === undefined) bids.set(bid.fid, { bid, steps: [step] });
        else known.steps.push(step);
      }
      for (const { bid, steps } of bids.values()) {
        const last = steps.at(-1);
        if (last === undefined || last.state === 'ended' || world.bids.get(bid.fid) !== undefined) continue;
        steps.push({
          ...last,
          at,
          since: Math.max(last.at, previous ?? observed.at(-1)?.to ?? 0),
          state: 'ended',
          running: 0,
        });
      }
      observed.push({ from: previous ?? at, to: at });
      previous = at;
    },
    /** Nobody looks until the next look. */
    leave: (): void => {
      previous = null;
    },
    record: (): BidRecord => ({
      project: 'p',
      bids: [...bids.values()].map(({ bid, steps }) => ({
        traits: { bid: bid.fid, name: bid.name, type: bid.pool, region: 'eu' },
        steps,
      })),
      observed: joined(observed),
    }),
  };
}

/** True prices of each pool: from each time on. */
export type Truth = ReadonlyMap<string, readonly TruePrice[]>;
export type TruePrice = { readonly at: number; readonly price: bigint };

/** `embedded`: the market of the console. On the others everybody pays a posted price, and who comes first or bids most gets what is left. */
type Trade = 'embedded' | PostedTrade;

export type Scenario = {
  readonly seed: number;
  readonly trade: Trade;
  readonly pools: number;
  /** Least and most instances of a pool. */
  readonly capacity: readonly [number, number];
  /** Number of bids for each pool, and the least and the most of a limit price, in parts of the base price. */
  readonly bids: number;
  readonly limits: readonly [number, number];
  /** Largest number of instances that a bid asks for. */
  readonly most: number;
  readonly ms: number;
  /** Parts of the minutes in which the operator changes a bid, others change one, and the console is left for a while. */
  readonly changes: number;
  readonly others: number;
  readonly leaves: number;
};

/** Six hours of a market of four types, with six bids for each, looked at every 2 to 10 seconds with gaps of up to 40 minutes. */
export const USUAL_MARKET: Omit<Scenario, 'seed'> = {
  trade: 'embedded',
  pools: 4,
  capacity: [12, 30],
  bids: 6,
  limits: [0.9, 1.25],
  most: 4,
  ms: 6 * HOUR_MS,
  changes: 0.1,
  others: 0,
  leaves: 0.02,
};

/** A posted price below most limit prices, and little capacity that others take as well. */
export const POSTED = {
  trade: 'highest-first',
  capacity: [8, 14],
  limits: [0.9, 1.4],
  others: 0.6,
} as const satisfies Partial<Scenario>;

export const FIRST_COME = { ...POSTED, trade: 'first-come', capacity: [6, 10] } as const satisfies Partial<Scenario>;

/** Runs a market that an operator watches, and returns what was seen and the truth. `after` is called with the market after each second. */
export function watchedMarket(scenario: Scenario, after?: (world: World) => void) {
  const { trade, seed } = scenario;
  const chance = chanceOf(seed);
  const names = Array.from({ length: scenario.pools }, (_, n) => `gpu${n}`);
  const [least, most] = scenario.capacity;
  const world = emptyWorld(
    START,
    seed,
    names.map((name, n) => pool(name, Math.round(chance.between(least, most)), BigInt(2 + n * 3) * DOLLAR)),
  );
  for (const name of names) for (let n = 0; n < scenario.bids; n++) place(world, name, 'operator', chance, scenario);
  const truth = new Map(names.map((name): [string, { at: number; price: bigint }[]] => [name, []]));
  const watch = createWatch(world);
  let lookAt = START;
  const end = START + scenario.ms;
  for (let at = START; at <= end; at += SECOND) {
    if (trade === 'embedded') advance(world, at);
    else advancePosted(world, at, trade, chance);
    for (const [name, prices] of truth) {
      const price = world.pools.get(name)?.price ?? 0n;
      if (prices.at(-1)?.price !== price) prices.push({ at, price });
    }
    if (at >= lookAt) {
      watch.look();
      lookAt = at + Math.round(chance.between(2, 10)) * SECOND;
      if (chance.is(scenario.leaves / 10)) {
        watch.leave();
        lookAt += Math.round(chance.between(2, 40)) * 60 * SECOND;
      }
    }
    if (at % (60 * SECOND) === 30 * SECOND) {
      if (chance.is(scenario.changes)) act(world, names, 'operator', chance, scenario);
      if (chance.is(scenario.others)) act(world, names, OTHERS, chance, scenario);
    }
    after?.(world);
  }
  return { record: watch.record(), truth, end };
}

function place(world: World, name: string, user: string, chance: Chance, { limits, most }: Scenario): void {
  const base = world.pools.get(name)?.base ?? 0n;
  const cents = Math.round((Number(base) / 10_000) * chance.between(limits[0], limits[1]));
  bidFor(world, BigInt(cents) * 10_000n, Math.round(chance.between(1, most)), { pool: name, createdBy: user });
}

/** Lets a user place, cancel, pause, resume or change a bid. The number of bids stays about the same. */
function act(world: World, names: readonly string[], user: string, chance: Chance, scenario: Scenario): void {
  const name = names[Math.floor(chance.next() * names.length)] ?? '';
  const own = world.bids.ordered.filter(
    ({ pool: one, createdBy, status }) => one === name && createdBy === user && status !== 'Terminated',
  );
  const bid = own[Math.floor(chance.next() * own.length)];
  const kind = chance.next();
  if (bid === undefined || (kind < 0.3 && own.length <= scenario.bids)) place(world, name, user, chance, scenario);
  else if (kind < 0.5) cancel(world, bid);
  else if (bid.status === 'Paused') resume(world, bid);
  else if (kind < 0.65) pause(world, bid);
  else {
    const base = world.pools.get(name)?.base ?? 0n;
    changeLimit(world, bid, (base * BigInt(Math.round(100 * chance.between(...scenario.limits)))) / 100n);
  }
}

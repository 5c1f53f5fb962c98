import { HOUR_MS } from '../../../lib/duration.ts';
import { firstWhere, type Interval } from '../../../lib/intervals.ts';
import type { BidTraits } from '../bid-record.ts';
import type { BidTime } from './bid-times.ts';

/** Why bids of one limit price are no bound, from a time to another. */
type Note = { readonly reason: 'filled-below' | 'capacity-not-seen'; readonly from: number; to: number };

/** States in which a bid can be a lower bound. */
const WAITING = ['open', 'preempting'] as const;
type WaitingState = (typeof WAITING)[number];

/** The bids of one limit price: their number by state, the instances that they ask for, and those of them that take capacity now. */
type Level = {
  readonly limit: bigint;
  bids: number;
  allocated: number;
  quantity: number;
  taken: number;
  readonly waiting: { [State in WaitingState]: number };
  readonly notes: { [State in WaitingState]: Note | null };
};

type Bounds = { readonly low: bigint | null; readonly high: bigint | null };

const isWaiting = (state: BidTime['state']): state is WaitingState => WAITING.some((one) => one === state);

function note(notes: Level['notes'], state: WaitingState, reason: Note['reason'], { from, to }: Interval): void {
  const known = notes[state];
  if (known?.reason === reason && known.to === from) known.to = to;
  else notes[state] = { reason, from, to };
}

/** Levels as they are kept: the highest limit price first, running instances of allocated bids, and instances that take capacity. */
type KeptLevels = { readonly levels: readonly Level[]; readonly running: number; readonly taken: number };

const NO_LEVELS: KeptLevels = { levels: [], running: 0, taken: 0 };

const copied = (note: Note | null): Note | null => note && { ...note };
const copyOf = (level: Level): Level => ({
  ...level,
  waiting: { ...level.waiting },
  notes: { open: copied(level.notes.open), preempting: copied(level.notes.preempting) },
});

/** The bids of a pair at a time, by limit price: what bounds the price is found without a look at each bid. */
function createLevels(before: KeptLevels) {
  const levels = before.levels.map(copyOf);
  let { running, taken } = before;

  /** The index of a limit price, or where it belongs. */
  const indexOf = (limit: bigint): number => firstWhere(levels, (level) => level.limit <= limit);

  const count = (level: Level, { state, quantity, running: own }: BidTime, sign: 1 | -1): void => {
    // What is not open has instances, or may have them: no other bid can get these yet.
    const takes = state === 'open' ? 0 : quantity;
    level.bids += sign;
    level.quantity += sign * quantity;
    level.taken += sign * takes;
    taken += sign * takes;
    if (isWaiting(state)) level.waiting[state] += sign;
    if (state !== 'allocated') return;
    level.allocated += sign;
    running += sign * own;
  };

  return {
    kept: (): KeptLevels => ({ levels: levels.map(copyOf), running, taken }),

    /** Running instances of allocated bids. */
    running: (): number => running,

    add: (one: BidTime): void => {
      const index = indexOf(one.limit);
      const known = levels[index];
      const level =
        known?.limit === one.limit
          ? known
          : {
              limit: one.limit,
              bids: 0,
              allocated: 0,
              quantity: 0,
              taken: 0,
              waiting: { open: 0, preempting: 0 },
              notes: { open: null, preempting: null },
            };
      if (level !== known) levels.splice(index, 0, level);
      count(level, one, 1);
    },

    /** Removes a bid that was added. Returns when and why it was no bound last; null when it always was, or did not wait. */
    remove: (one: BidTime): Note | null => {
      const index = indexOf(one.limit);
      const level = levels[index];
      if (level === undefined) return null;
      count(level, one, -1);
      if (level.bids === 0) levels.splice(index, 1);
      const last = isWaiting(one.state) ? level.notes[one.state] : null;
      return last === null || last.to <= one.from ? null : { ...last, from: Math.max(last.from, one.from) };
    },

    /** The bounds of the price over a time in which nothing changes, with the instances that were seen at once lately. */
    bounds: (capacity: number, time: Interval): Bounds => {
      const high = levels.findLast(({ allocated }) => allocated > 0)?.limit ?? null;
      let before = 0;
      let takenBefore = 0;
      for (const { limit, quantity, taken: own, waiting, notes } of levels) {
        // Which of two bids of the same limit price comes first is not known: each counts for the other.
        before += quantity;
        takenBefore += own;
        let isBound = false;
        for (const state of WAITING) {
          if (waiting[state] === 0) continue;
          const wanted = before + (state === 'open' ? taken - takenBefore : 0);
          if (high !== null && limit >= high) note(notes, state, 'filled-below', time);
          else if (wanted > capacity) note(notes, state, 'capacity-not-seen', time);
          else isBound = true;
        }
        if (isBound) return { low: limit, high };
      }
      return { low: null, high };
    },
  };
}

/** Bounds of a spot price over a time, in micros: it was above `low`, and at most `high`. Null where no bid says. */
export type PriceSlot = Interval & { readonly low: bigint | null; readonly high: bigint | null };

/**
 * A bid that was open or preempting without being a bound, and why: `below-it` is filled at this price or a lower one, so capacity was
 * short; or never since `CAPACITY_MS` have so many instances been seen at once as it and those before it ask for.
 */
export type UnboundBid = {
  readonly traits: BidTraits;
  readonly limit: bigint;
  readonly reason: 'filled-below' | 'capacity-not-seen';
  readonly time: Interval;
};

export type PriceBounds = { readonly slots: readonly PriceSlot[]; readonly unbound: readonly UnboundBid[] };

/** How long instances that ran at once count as capacity of a type in a region, in milliseconds. */
const CAPACITY_MS = HOUR_MS;

/** A sweep over the bids of one type, region and currency as it is kept at a time, to go on from there. */
export type KeptSweep = {
  readonly at: number | null;
  readonly levels: KeptLevels;
  readonly most: readonly RecentValue[];
  /** The slots until then are the first ones of these but for the last, which may still become longer. */
  readonly slots: readonly PriceSlot[];
  readonly count: number;
  readonly last: PriceSlot | undefined;
  readonly unbound: ReadonlyMap<string, UnboundBid>;
};

export const NOTHING_SWEPT: KeptSweep = {
  at: null,
  levels: NO_LEVELS,
  most: [],
  slots: [],
  count: 0,
  last: undefined,
  unbound: new Map(),
};

/** Goes over the times of bids in the order in which they begin and end, from what is known at a time. */
export function sweepFrom(kept: KeptSweep) {
  const slots: PriceSlot[] = kept.slots.slice(0, kept.count);
  if (kept.last !== undefined) slots[kept.count - 1] = kept.last;
  const unbound = new Map(kept.unbound);
  const capacity = recentMost(CAPACITY_MS, kept.most);
  const levels = createLevels(kept.levels);
  let from = kept.at;

  return {
    /** Some bids end and others begin at a time, which is after that of the last call. */
    step: (to: number, ends: readonly BidTime[], starts: readonly BidTime[]): void => {
      if (from !== null && to > from) {
        const bounds = levels.bounds(capacity.most(from, to, levels.running()), { from, to });
        const last = slots.at(-1);
        if (last !== undefined && last.to === from && last.low === bounds.low && last.high === bounds.high)
          slots[slots.length - 1] = { ...last, to };
        else if (bounds.low !== null || bounds.high !== null) slots.push({ from, to, ...bounds });
      }
      from = to;
      for (const one of ends) {
        const note = levels.remove(one);
        if (note !== null) unbound.set(one.traits.bid, unboundOf(one, note, unbound.get(one.traits.bid)));
      }
      for (const one of starts) levels.add(one);
    },

    kept: (): KeptSweep => ({
      at: from,
      levels: levels.kept(),
      most: capacity.kept(),
      slots,
      count: slots.length,
      last: slots.at(-1),
      unbound: new Map(unbound),
    }),

    /** The bounds once all bids have ended. */
    bounds: (): PriceBounds => ({ slots, unbound: [...unbound.values()] }),
  };
}
export type Sweep = ReturnType<typeof sweepFrom>;

/** How a bid was no bound, from when on it was not for the same reason. */
function unboundOf(
  { traits, limit }: BidTime,
  { reason, from, to }: Pick<UnboundBid, 'reason'> & Interval,
  before: UnboundBid | undefined,
): UnboundBid {
  const goesOn = before?.limit === limit && before.reason === reason && before.time.to === from;
  return { traits, limit, reason, time: { from: goesOn ? before.time.from : from, to } };
}

/** A number, and the end of the time that it is of. */
type RecentValue = { readonly to: number; readonly value: number };

/** Takes a number for each time and says the largest of those that ended at most `lengthMs` before. */
function recentMost(lengthMs: number, kept: readonly RecentValue[]) {
  let recent = [...kept];
  return {
    most: (from: number, to: number, value: number): number => {
      const old = recent.findIndex((one) => one.to >= from - lengthMs);
      if (old !== 0) recent = old < 0 ? [] : recent.slice(old);
      while ((recent.at(-1)?.value ?? Number.POSITIVE_INFINITY) <= value) recent.pop();
      recent.push({ to, value });
      return recent[0]?.value ?? 0;
    },
    kept: (): readonly RecentValue[] => [...recent],
  };
}

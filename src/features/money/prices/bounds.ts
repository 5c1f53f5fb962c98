import { HOUR_MS } from '../../../lib/duration.ts';
import { firstWhere, type Interval } from '../../../lib/intervals.ts';
import type { BidState, BidTraits } from '../bid-record.ts';
import type { PriceSlot, UnboundBid } from '../price.ts';

/**
 * A bid's standing over a time. `unknown`: it changed between two reads, or was not observed. `leaving`: its instances
 * still stop, and so take capacity.
 */
export type BidTime = Interval & {
  readonly traits: BidTraits;
  readonly state: Exclude<BidState, 'paused' | 'other' | 'ended'> | 'unknown' | 'leaving';
  readonly sign: string;
  readonly limit: bigint;
  readonly quantity: number;
  readonly running: number;
};

/** Instances running at once count as capacity for these milliseconds. */
const CAPACITY_MS = HOUR_MS;

/** From all bids of one type, region and currency. */
export function priceBounds(times: readonly BidTime[]): {
  readonly slots: readonly PriceSlot[];
  readonly unbound: readonly UnboundBid[];
} {
  const slots: PriceSlot[] = [];
  const unbound = new Map<string, UnboundBid>();
  const mostRunning = recentMost(CAPACITY_MS);
  const levels = createLevels();
  let from: number | null = null;
  for (const { at: to, ends, starts } of edgesOf(times)) {
    if (from !== null) {
      const bounds = levels.bounds(mostRunning(from, to, levels.running()), { from, to });
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
  }
  return { slots, unbound: [...unbound.values()] };
}

function edgesOf(times: readonly BidTime[]) {
  const edges = new Map<number, { readonly at: number; readonly ends: BidTime[]; readonly starts: BidTime[] }>();
  const edgeAt = (at: number) => {
    const edge = edges.get(at) ?? { at, ends: [], starts: [] };
    edges.set(at, edge);
    return edge;
  };
  for (const one of times) {
    edgeAt(one.from).starts.push(one);
    edgeAt(one.to).ends.push(one);
  }
  return [...edges.values()].sort((a, b) => a.at - b.at);
}

/** Continues the earlier time while the reason is the same. */
function unboundOf({ traits, limit }: BidTime, { reason, from, to }: Note, before: UnboundBid | undefined): UnboundBid {
  const goesOn = before?.limit === limit && before.reason === reason && before.time.to === from;
  return { traits, limit, reason, time: { from: goesOn ? before.time.from : from, to } };
}

/** Takes a number for each time; answers the largest of those ended at most `lengthMs` before. */
function recentMost(lengthMs: number) {
  let recent: { readonly to: number; readonly value: number }[] = [];
  return (from: number, to: number, value: number): number => {
    const old = recent.findIndex((one) => one.to >= from - lengthMs);
    if (old !== 0) recent = old < 0 ? [] : recent.slice(old);
    while ((recent.at(-1)?.value ?? Number.POSITIVE_INFINITY) <= value) recent.pop();
    recent.push({ to, value });
    return recent[0]?.value ?? 0;
  };
}

type Note = { readonly reason: UnboundBid['reason']; readonly from: number; to: number };

const WAITING = ['open', 'preempting'] as const;
type WaitingState = (typeof WAITING)[number];

const isWaiting = (state: BidTime['state']): state is WaitingState => WAITING.some((one) => one === state);

/** The bids of one limit price: instances asked for, and those `taken` of the capacity now. */
type Level = {
  readonly limit: bigint;
  bids: number;
  allocated: number;
  quantity: number;
  taken: number;
  readonly waiting: { [State in WaitingState]: number };
  readonly notes: { [State in WaitingState]: Note | null };
};

/** By limit price, so that a step costs no look at each bid. */
function createLevels() {
  /** The highest first. */
  const levels: Level[] = [];
  let running = 0;
  let taken = 0;

  const indexOf = (limit: bigint): number => firstWhere(levels, (level) => level.limit <= limit);

  const count = (level: Level, { state, quantity, running: own }: BidTime, sign: 1 | -1): void => {
    // All but open bids have instances, or may: nobody else can get these yet.
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
    running: (): number => running,

    add: (one: BidTime): void => {
      const index = indexOf(one.limit);
      let level = levels[index];
      if (level?.limit !== one.limit) {
        const waiting = { open: 0, preempting: 0 };
        const notes = { open: null, preempting: null };
        level = { limit: one.limit, bids: 0, allocated: 0, quantity: 0, taken: 0, waiting, notes };
        levels.splice(index, 0, level);
      }
      count(level, one, 1);
    },

    /** Answers when and why the removed bid was last no bound; null when it always was, or did not wait. */
    remove: (one: BidTime): Note | null => {
      const index = indexOf(one.limit);
      const level = levels[index];
      if (level === undefined) return null;
      count(level, one, -1);
      if (level.bids === 0) levels.splice(index, 1);
      const last = isWaiting(one.state) ? level.notes[one.state] : null;
      return last === null || last.to <= one.from ? null : { ...last, from: Math.max(last.from, one.from) };
    },

    /** Over a time without changes. `capacity`: instances seen running at once lately. */
    bounds: (capacity: number, time: Interval): Pick<PriceSlot, 'low' | 'high'> => {
      const high = levels.findLast(({ allocated }) => allocated > 0)?.limit ?? null;
      let before = 0;
      let takenBefore = 0;
      for (const { limit, quantity, taken: own, waiting, notes } of levels) {
        // Equal limit prices may come in any order: each bid counts for the other.
        before += quantity;
        takenBefore += own;
        let isBound = false;
        for (const state of WAITING) {
          if (waiting[state] === 0) continue;
          const wanted = before + (state === 'open' ? taken - takenBefore : 0);
          if (high !== null && limit >= high) addNote(notes, state, 'filled-below', time);
          else if (wanted > capacity) addNote(notes, state, 'capacity-not-seen', time);
          else isBound = true;
        }
        if (isBound) return { low: limit, high };
      }
      return { low: null, high };
    },
  };
}

function addNote(notes: Level['notes'], state: WaitingState, reason: Note['reason'], { from, to }: Interval): void {
  const known = notes[state];
  if (known?.reason === reason && known.to === from) known.to = to;
  else notes[state] = { reason, from, to };
}

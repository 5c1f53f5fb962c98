import { firstWhere, type Interval } from '../../../lib/intervals.ts';
import type { BidTraits } from '../bid-record.ts';
import type { PriceSlot, ShortBid } from '../price.ts';

/** A bid seen at one limit price over a time, with its instances or waiting. */
export type BidTime = Interval & {
  readonly traits: BidTraits;
  readonly sign: string;
  readonly limit: bigint;
  readonly isFilled: boolean;
};

/**
 * From all bids of one type, region and currency. A bid with its instances shows that the price is no higher. One that
 * waits shows nothing of the price: a higher price, and bids of others for what there is, look the same.
 */
export function priceBounds(times: readonly BidTime[]): {
  readonly slots: readonly PriceSlot[];
  readonly short: readonly ShortBid[];
} {
  const slots: PriceSlot[] = [];
  const short = new Map<string, ShortBid>();
  const levels = createLevels();
  let from: number | null = null;
  for (const { at: to, ends, starts } of edgesOf(times)) {
    if (from !== null) {
      const bounds = levels.bounds({ from, to });
      const last = slots.at(-1);
      if (last !== undefined && last.to === from && last.waits === bounds.waits && last.high === bounds.high)
        slots[slots.length - 1] = { ...last, to };
      else if (bounds.waits !== null || bounds.high !== null) slots.push({ from, to, ...bounds });
    }
    from = to;
    for (const one of ends) {
      const time = levels.remove(one);
      if (time !== null) short.set(one.traits.bid, shortBid(one, time, short.get(one.traits.bid)));
    }
    for (const one of starts) levels.add(one);
  }
  return { slots, short: [...short.values()] };
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

/** Continues the time before at the same limit price. */
function shortBid({ traits, limit }: BidTime, { from, to }: Interval, before: ShortBid | undefined): ShortBid {
  const goesOn = before?.limit === limit && before.time.to === from;
  return { traits, limit, time: { from: goesOn ? before.time.from : from, to } };
}

/** The bids of one limit price, and when those that wait were last short of capacity. */
type Level = { readonly limit: bigint; filled: number; waiting: number; short: Interval | null };

/** By limit price, so that a step costs no look at each bid. */
function createLevels() {
  /** The highest first. */
  const levels: Level[] = [];

  const indexOf = (limit: bigint): number => firstWhere(levels, (level) => level.limit <= limit);

  return {
    add: ({ limit, isFilled }: BidTime): void => {
      const index = indexOf(limit);
      let level = levels[index];
      if (level?.limit !== limit) {
        level = { limit, filled: 0, waiting: 0, short: null };
        levels.splice(index, 0, level);
      }
      level[isFilled ? 'filled' : 'waiting'] += 1;
    },

    /** Answers when the removed bid was last short of capacity; null when never. */
    remove: ({ limit, isFilled, from }: BidTime): Interval | null => {
      const index = indexOf(limit);
      const level = levels[index];
      if (level === undefined) return null;
      level[isFilled ? 'filled' : 'waiting'] -= 1;
      if (level.filled + level.waiting === 0) levels.splice(index, 1);
      const { short } = level;
      return isFilled || short === null || short.to <= from ? null : { ...short, from: Math.max(short.from, from) };
    },

    /** Over a time without changes. */
    bounds: ({ from, to }: Interval): Pick<PriceSlot, 'waits' | 'high'> => {
      const high = levels.findLast(({ filled }) => filled > 0)?.limit ?? null;
      for (const level of levels) {
        if (level.waiting === 0) continue;
        if (high === null || level.limit < high) return { waits: level.limit, high };
        level.short = { from: level.short?.to === from ? level.short.from : from, to };
      }
      return { waits: null, high };
    },
  };
}

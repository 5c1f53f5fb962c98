import { firstWhere, type Interval, nearTo } from '../../../lib/intervals.ts';
import type { BidSteps } from '../bid-record.ts';
import { type BidTime, timesOfStep } from './bid-times.ts';

/** The bids of a type in a region, and for each the observed time of its project. */
export type Pair = { readonly bids: readonly BidSteps[]; readonly observed: readonly (readonly Interval[])[] };

/** What begins and ends at a time. */
export type Edges = { readonly at: number; readonly ends: BidTime[]; readonly starts: BidTime[] };

/** Most steps whose times are looked at together, unless more are of one millisecond. */
const MOST_STEPS = 200;
/** First length of time that is looked at together, in milliseconds; it becomes shorter and longer by how many steps there are. */
const FIRST_MS = 3_600_000;

/** A bid whose times are not all over; `n` is the step in which it is. */
type OpenBid = { readonly index: number; readonly bid: BidSteps; readonly observed: readonly Interval[]; n: number };

/** Edges by currency, in order. They are those before `to`. */
export type EdgePart = {
  readonly to: number;
  readonly bySign: ReadonlyMap<string, readonly Edges[]>;
  readonly count: number;
};

/**
 * The beginnings and ends of the times of a pair's bids from a time on, a part after the other, each in order. A part is found in the
 * steps that lie in it, so that no bid is looked at as a whole.
 */
export function edgesFrom({ bids, observed }: Pair, time: number) {
  /** Those that begin later, the last one first. */
  const later = bids
    .flatMap((bid, index): OpenBid[] => {
      const n = Math.max(0, firstWhere(bid.steps, ({ at }) => at >= time) - 1);
      return bid.steps.length === 0 ? [] : [{ index, bid, observed: observed[index] ?? [], n }];
    })
    .sort((a, b) => beginOf(b) - beginOf(a));
  let open: OpenBid[] = [];
  let from = time;
  let lengthMs = FIRST_MS;

  const stepsUntil = ({ bid: { steps }, n }: OpenBid, to: number): number =>
    firstWhere(steps, ({ at }) => at >= to, n) - n;

  /** The end of the next part; null when all that is left is one part. */
  const nextEnd = (most: number): number | null => {
    const first = later.at(-1);
    const begins = Math.max(from, open.length === 0 && first !== undefined ? beginOf(first) : Number.NEGATIVE_INFINITY);
    const start = Number.isFinite(begins) ? begins : Math.min(...open.map(beginOf));
    const hasMore = first !== undefined || open.some(({ bid, n }) => n + 1 < bid.steps.length);
    if (!hasMore || start >= most) return null;
    for (;;) {
      const to = Math.min(most, start + lengthMs);
      let steps = 0;
      for (const one of open) steps += stepsUntil(one, to) - 1;
      for (let n = later.length - 1; n >= 0; n--) {
        const one = later[n];
        if (one === undefined || beginOf(one) >= to || steps > MOST_STEPS) break;
        steps += stepsUntil(one, to);
      }
      if (steps > MOST_STEPS && lengthMs > 1) lengthMs = Math.max(1, Math.floor(lengthMs / 2));
      else {
        if (steps < MOST_STEPS / 4) lengthMs *= 2;
        return to;
      }
    }
  };

  return {
    /** The next part, which ends at `most` at the latest; null when there is nothing before it. */
    next(most: number): EdgePart | null {
      if (from >= most) return null;
      const end = nextEnd(most);
      const to = end ?? most;
      for (let one = later.at(-1); one !== undefined && beginOf(one) < to; one = later.at(-1)) {
        open.push(one);
        later.pop();
      }
      // Of what begins or ends at once the bids keep their order.
      open.sort((a, b) => a.index - b.index);
      const found = new Map<string, Map<number, Edges>>();
      const edgeAt = (sign: string, at: number): Edges => {
        const own = found.get(sign) ?? new Map<number, Edges>();
        const edges = own.get(at) ?? { at, ends: [], starts: [] };
        found.set(sign, own.set(at, edges));
        return edges;
      };
      let count = 0;
      const left: OpenBid[] = [];
      const near = new Map<readonly Interval[], readonly Interval[]>();
      for (const one of open) {
        const { steps } = one.bid;
        const seen = near.get(one.observed) ?? nearTo(one.observed, { from, to });
        near.set(one.observed, seen);
        let goesOn = false;
        for (let n = one.n; n < steps.length && (steps[n]?.at ?? to) < to; n++) {
          one.n = n;
          for (const time of timesOfStep(one.bid, seen, n)) {
            if (time.to <= time.from) continue;
            if (time.from >= from && time.from < to) edgeAt(time.sign, time.from).starts.push(time);
            if (time.to >= from && (time.to < to || to === Number.POSITIVE_INFINITY))
              edgeAt(time.sign, time.to).ends.push(time);
            if (time.to >= to) goesOn = true;
            count += 1;
          }
        }
        if (goesOn || one.n + 1 < steps.length) left.push(one);
      }
      open = left;
      from = to;
      const bySign = new Map(
        [...found].map(([sign, edges]) => [sign, [...edges.values()].sort((a, b) => a.at - b.at)]),
      );
      return { to, bySign, count };
    },
  };
}

const beginOf = ({ bid: { steps } }: Pick<OpenBid, 'bid'>): number => steps[0]?.at ?? 0;

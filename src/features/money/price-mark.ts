import { firstWhere, type Interval } from '../../lib/intervals.ts';
import type { BidStep, BidSteps, BidTraits } from './bid-record.ts';
import type { PriceBand } from './price-bands.ts';

/** What identifies a mark while the journal grows: the bid, and when a list first showed it. */
export type MarkKey = { readonly bid: string; readonly at: number };

/**
 * A bid that got its instances, or lost them to the market. It happened after `since` and was seen at `at`, in milliseconds since 1970; a loss
 * is where its preemption was seen to begin. The price then was above `low` and at most `high`, in micros; null where no bid says.
 */
export type PriceMark = {
  readonly kind: 'filled' | 'lost';
  readonly traits: BidTraits;
  readonly at: number;
  readonly since: number;
  readonly limit: bigint;
  readonly low: bigint | null;
  readonly high: bigint | null;
  /** False for a bid that was being preempted when it was seen last, or was paused or cancelled meanwhile. */
  readonly isOver: boolean;
};

export const isMark = (one: PriceMark, key: MarkKey | null): boolean =>
  key !== null && one.traits.bid === key.bid && one.at === key.at;

export const keyOf = ({ traits, at }: PriceMark): MarkKey => ({ bid: traits.bid, at });

/** A bid with the times in which its project was observed. */
export type ObservedBid = { readonly bid: BidSteps; readonly observed: readonly Interval[] };

type Found = Pick<PriceMark, 'kind' | 'isOver'>;

/** What happened to some bids of one type and region in a time, oldest first. A preemption that ended well is no loss. */
export function marksOf(
  bids: readonly ObservedBid[],
  { slots, sign }: Pick<PriceBand, 'slots' | 'sign'>,
  { from, to }: Interval,
): readonly PriceMark[] {
  const marks = bids.flatMap(({ bid: { traits, steps }, observed }) => {
    const own: PriceMark[] = [];
    for (let n = firstWhere(steps, ({ at }) => at > from); n < steps.length; n++) {
      const step = steps[n];
      if (step === undefined || step.at > to) break;
      const { at, since, limit } = step;
      const found = limit?.sign === sign ? foundAt(steps, n, observed) : null;
      if (found === null || limit === null) continue;
      const slot = slots[firstWhere(slots, (one) => one.to > at)];
      const { low, high } = slot !== undefined && slot.from <= at ? slot : { low: null, high: null };
      own.push({ ...found, traits, at, since, limit: limit.micros, low, high });
    }
    return own;
  });
  return marks.sort((a, b) => a.at - b.at || (a.traits.bid < b.traits.bid ? -1 : 1));
}

/** What the step of a bid says that happened to it; null for nothing of both. */
function foundAt(steps: readonly BidStep[], n: number, observed: readonly Interval[]): Found | null {
  const before = steps[n - 1];
  const step = steps[n];
  if (step === undefined) return null;
  if (before === undefined) {
    // A bid that the first list had may have been filled long before.
    const isNew = observed.some(({ from, to }) => from < step.at && to >= step.at);
    return step.state === 'allocated' && isNew ? { kind: 'filled', isOver: true } : null;
  }
  if (step.state === 'allocated')
    return before.state === 'open' || before.state === 'paused' ? { kind: 'filled', isOver: true } : null;
  if (step.state === 'open') {
    // A preemption that the first list had began before; its loss is where it ended.
    const isLost = before.state === 'allocated' || (before.state === 'preempting' && firstOfRun(steps, n - 1) === 0);
    return isLost ? { kind: 'lost', isOver: true } : null;
  }
  if (step.state !== 'preempting' || before.state === 'preempting') return null;
  let end = n;
  while (steps[end]?.state === 'preempting') end += 1;
  const after = steps[end]?.state;
  return after === 'allocated' ? null : { kind: 'lost', isOver: after === 'open' };
}

/** The index of the first of the steps in one state that a step is among. */
function firstOfRun(steps: readonly BidStep[], at: number): number {
  let n = at;
  while (n > 0 && steps[n - 1]?.state === steps[at]?.state) n -= 1;
  return n;
}

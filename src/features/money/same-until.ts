import type { Interval } from '../../lib/intervals.ts';
import type { BidStep } from './bid-record.ts';

/** The time until which two lists of joined intervals are equal, in milliseconds since 1970. */
export function observedUntil(before: readonly Interval[], after: readonly Interval[]): number {
  const n = after.findIndex(({ from, to }, at) => from !== before[at]?.from || to !== before[at]?.to);
  if (n === -1) return after.length < before.length ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const [one, other] = [before[n], after[n]];
  if (one === undefined || other === undefined) return other?.from ?? Number.NEGATIVE_INFINITY;
  return one.from === other.from ? Math.min(one.to, other.to) : Math.min(one.from, other.from);
}

const sinceOf = (step: BidStep | undefined): number => step?.since ?? Number.POSITIVE_INFINITY;

/** The time until which a bid with some steps stood as with others, in milliseconds since 1970. Steps that did not change are the same objects. */
export function stepsUntil(before: readonly BidStep[], after: readonly BidStep[]): number {
  if (before === after) return Number.POSITIVE_INFINITY;
  const n = after.findIndex((step, at) => step !== before[at]);
  return Math.min(sinceOf(after[n]), sinceOf(before[n === -1 ? after.length : n]));
}

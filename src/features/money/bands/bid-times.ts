import { gapsIn, type Interval, within } from '../../../lib/intervals.ts';
import { type BidRecord, type BidState, type BidSteps, type BidTraits, LONGEST_GAP_MS } from '../bid-record.ts';

/**
 * How a bid stood over a time. `unknown` is the time between two reads in which it changed, and time that nobody observed; `leaving`
 * is the time in which the instances of a bid that was paused or has ended still stop, and so take capacity.
 */
export type BidTime = Interval & {
  readonly traits: BidTraits;
  readonly state: Exclude<BidState, 'paused' | 'other' | 'ended'> | 'unknown' | 'leaving';
  readonly sign: string;
  readonly limit: bigint;
  readonly quantity: number;
  readonly running: number;
};

/** Time after a price or a state was set in which no auction may have been held, and in which instances stop, in milliseconds. */
const SETTLE_MS = 30_000;

/** The observed time of a record. Its last interval has no end while the lists are still read, so that it changes only with a gap. */
export function openObserved({ observed }: BidRecord, latest: number): readonly Interval[] {
  const last = observed.at(-1);
  if (last === undefined || last.to < latest - LONGEST_GAP_MS) return observed;
  return [...observed.slice(0, -1), { from: last.from, to: Number.POSITIVE_INFINITY }];
}

/** A text that is equal for equal observed times. */
export const observedKey = (observed: readonly Interval[]): string =>
  `${observed.length} ${observed[0]?.from} ${observed.at(-1)?.from} ${observed.at(-1)?.to}`;

/** How a bid stood from one of its steps until the next one, as far as it takes capacity. */
export function timesOfStep({ traits, steps }: BidSteps, observed: readonly Interval[], n: number): readonly BidTime[] {
  const step = steps[n];
  if (step === undefined) return [];
  const before = steps[n - 1];
  const next = steps[n + 1];
  const { state, limit, running } = step;
  if (limit === null) return [];
  // A quantity that can't be read is at least what runs.
  const quantity = Math.max(step.quantity ?? 0, running);
  const standing = { traits, sign: limit.sign, limit: limit.micros, quantity, running };
  const whole = { from: step.at, to: next?.at ?? Number.POSITIVE_INFINITY };
  // Until the list that shows the next standing, either may hold: the bid may still want capacity, or already.
  const changing = next === undefined ? [] : [{ from: Math.max(step.at, next.since), to: next.at }];
  if (state === 'paused' || state === 'ended') {
    const stops = before !== undefined && before.state !== 'paused' && before.state !== 'ended';
    const leaving = { from: step.at, to: Math.min(step.at + SETTLE_MS, whole.to) };
    return [
      ...(stops
        ? [{ ...standing, ...leaving, quantity: Math.max(quantity, before.quantity ?? 0), state: 'leaving' as const }]
        : []),
      ...changing.map((time) => ({ ...standing, ...time, state: 'unknown' as const })),
    ];
  }
  // A new price, or a bid that is new or resumed, may be listed before an auction has decided.
  const isDecided =
    before !== undefined &&
    before.state !== 'paused' &&
    before.limit?.micros === limit.micros &&
    before.limit.sign === limit.sign;
  const isFilled = state === 'allocated' && (before === undefined || before.state !== 'allocated' || isDecided);
  const from = Math.min(step.at + (isDecided || isFilled ? 0 : SETTLE_MS), whole.to);
  const to = Math.max(from, next?.since ?? Number.POSITIVE_INFINITY);
  const known = state === 'other' ? [] : within(observed, { from, to });
  return [
    ...known.map((time) => ({ ...standing, ...time, state: state === 'other' ? ('unknown' as const) : state })),
    ...gapsIn(known, whole).map((time) => ({ ...standing, ...time, state: 'unknown' as const })),
  ];
}

import { firstWhere, type Interval } from '../../../lib/intervals.ts';
import type { BidRecords, BidStep, BidSteps, ObservedBid } from '../bid-record.ts';
import { type MarkKey, ofCurrency, type PairChart, type PriceBand, type PriceMark, type WantedPair } from '../price.ts';
import { bidsOfPair, pairBandsOf } from '../prices/bands.ts';
import { pairPriceOf, timeBefore } from '../prices/rows.ts';
import { drawnPrice, drawnSlots } from '../prices/slots.ts';
import { lineCellOf } from './picture.ts';

/** A time before the records were read. */
export function pairChartOf(records: BidRecords, pair: WantedPair, spanMs: number): PairChart {
  const time = timeBefore(records, spanMs);
  const band = ofCurrency(pairBandsOf(records.records, pair, time), pair.sign);
  const sign = pair.sign ?? band?.sign ?? '';
  const slots = band?.slots ?? [];
  const bids = bidsOfPair(records.records, pair).filter(({ bid }) => standsIn(bid, sign, time));
  const recent = pairPriceOf(records, pair, pair.sign);
  return {
    time,
    sign,
    slots: drawnSlots(slots),
    bids: bids.map(({ bid: { traits, steps }, observed }) => ({
      bid: { traits, steps: steps.slice(stepAt(steps, time.from)) },
      observed: observed.slice(firstWhere(observed, ({ to }) => to >= time.from)),
    })),
    marks: marksOf(bids, { slots, sign }, time),
    recent: recent && drawnPrice(recent),
  };
}

const stepAt = (steps: readonly BidStep[], time: number): number =>
  Math.max(0, firstWhere(steps, ({ at }) => at > time) - 1);

/** Whether the bid stood in the time, not ended, at a limit price in the currency. */
const standsIn = ({ steps }: BidSteps, sign: string, { from, to }: Interval): boolean =>
  steps
    .slice(
      stepAt(steps, from),
      firstWhere(steps, ({ at }) => at > to),
    )
    .some(({ limit, state }) => limit?.sign === sign && lineCellOf(state) !== null);

export const keyOf = ({ traits, at }: PriceMark): MarkKey => ({ bid: traits.bid, at });

/** Null when the mark is not in the time of the chart. */
export const markAt = ({ marks }: PairChart, cursor: MarkKey | null): PriceMark | null =>
  (cursor && marks.find(({ traits, at }) => traits.bid === cursor.bid && at === cursor.at)) ?? null;

/** The last loss, else the last fill. */
export const firstMark = ({ marks }: PairChart): PriceMark | null =>
  marks.findLast(({ kind }) => kind === 'lost') ?? marks.at(-1) ?? null;

/** Oldest first. A preemption that ended well is no loss. */
export function marksOf(
  bids: readonly ObservedBid[],
  { slots, sign }: Pick<PriceBand, 'slots' | 'sign'>,
  { from, to }: Interval,
): readonly PriceMark[] {
  const marks = bids.flatMap(({ bid: { traits, steps }, observed }) =>
    steps.flatMap((step, n): readonly PriceMark[] => {
      const { at, since, limit } = step;
      if (at <= from || at > to || limit?.sign !== sign) return [];
      const found = eventAt(steps, n, observed);
      if (found === null) return [];
      const slot = slots[firstWhere(slots, (one) => one.to > at)];
      const high = slot !== undefined && slot.from <= at ? slot.high : null;
      return [{ ...found, traits, at, since, limit: limit.micros, high }];
    }),
  );
  return marks.sort((a, b) => a.at - b.at || (a.traits.bid < b.traits.bid ? -1 : 1));
}

/** Null for neither loss nor fill. */
function eventAt(
  steps: readonly BidStep[],
  n: number,
  observed: readonly Interval[],
): Pick<PriceMark, 'kind' | 'isOver'> | null {
  const before = steps[n - 1];
  const step = steps[n];
  if (step === undefined) return null;
  if (before === undefined) {
    // A bid in the first list may have been filled long before.
    const isNew = observed.some(({ from, to }) => from < step.at && to >= step.at);
    return step.state === 'allocated' && isNew ? { kind: 'filled', isOver: true } : null;
  }
  if (step.state === 'allocated')
    return before.state === 'open' || before.state === 'paused' ? { kind: 'filled', isOver: true } : null;
  if (step.state === 'open') {
    // A preemption in the first list began before: its loss is its end.
    const wasPreempted = steps.slice(0, n).every(({ state }) => state === 'preempting');
    return before.state === 'allocated' || wasPreempted ? { kind: 'lost', isOver: true } : null;
  }
  if (step.state !== 'preempting' || before.state === 'preempting') return null;
  const after = steps.find(({ state }, at) => at > n && state !== 'preempting')?.state;
  return after === 'allocated' ? null : { kind: 'lost', isOver: after === 'open' };
}

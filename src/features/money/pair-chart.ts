import { firstWhere, type Interval } from '../../lib/intervals.ts';
import type { BidRecords } from './bid-record.ts';
import { drawnBand, drawnSlots } from './drawn-slots.ts';
import { lineCellOf } from './limit-line.ts';
import { ofCurrency, type PairPrice, pairPriceOf, timeBefore } from './pair-prices.ts';
import { bidsOfPair, type PriceBand, type PriceFolds, pairBandsOf } from './price-bands.ts';
import { isMark, type MarkKey, marksOf, type ObservedBid, type PriceMark } from './price-mark.ts';

/** A type in a region, and a currency. */
export type ChartPair = { readonly type: string; readonly region: string; readonly sign: string };

/** What is known of the price of a pair over a time, what the operator's bids of it asked for, and what happened to them. */
export type PairChart = {
  readonly time: Interval;
  /** The currency: of several ones that of most bids, where none was asked for. */
  readonly sign: string;
  readonly slots: PriceBand['slots'];
  /** Those that stood in the time at a limit price in the currency. */
  readonly bids: readonly ObservedBid[];
  readonly marks: readonly PriceMark[];
  /** What the last days show of the price; null when it is not known. */
  readonly recent: PairPrice | null;
};

/** What is known of a pair in a time before the records were read. */
export function pairChartOf(
  records: BidRecords,
  pair: Omit<ChartPair, 'sign'> & { readonly sign: string | null },
  spanMs: number,
  folds?: PriceFolds,
): PairChart {
  const time = timeBefore(records, spanMs);
  const band = ofCurrency(pairBandsOf(records.records, pair, time, folds), pair.sign, (one) => one);
  const sign = pair.sign ?? band?.sign ?? '';
  const slots = band?.slots ?? [];
  const bids = bidsOfPair(records.records, pair).filter(({ bid }) => standsIn(bid.steps, sign, time));
  const recent = pairPriceOf(records, pair, pair.sign, folds);
  return {
    time,
    sign,
    slots: drawnSlots(slots),
    bids: bids.map((one) => bidIn(one, time)),
    marks: marksOf(bids, { slots, sign }, time),
    recent: recent && { ...recent, band: drawnBand(recent.band) },
  };
}

/** A bid with what a picture of a time shows of it. */
const bidIn = ({ bid: { traits, steps }, observed }: ObservedBid, { from }: Interval): ObservedBid => ({
  bid: { traits, steps: steps.slice(Math.max(0, firstWhere(steps, ({ at }) => at > from) - 1)) },
  observed: observed.slice(firstWhere(observed, ({ to }) => to >= from)),
});

/** Whether a bid stood at a limit price of a currency in a time, before it ended. */
function standsIn(steps: ObservedBid['bid']['steps'], sign: string, { from, to }: Interval): boolean {
  const first = Math.max(0, firstWhere(steps, ({ at }) => at > from) - 1);
  const own = steps.slice(
    first,
    firstWhere(steps, ({ at }) => at > to, first),
  );
  return own.some(({ limit, state }) => limit?.sign === sign && lineCellOf(state) !== null);
}

/** The mark under the cursor; null when it is not in the time of the chart. */
export const markAt = ({ marks }: PairChart, cursor: MarkKey | null): PriceMark | null =>
  marks.find((one) => isMark(one, cursor)) ?? null;

/** The next mark of some kinds; at either end the same one. Without one under the cursor the last of them. Null without any. */
export function markBeside(
  chart: PairChart,
  cursor: MarkKey | null,
  by: 1 | -1,
  kinds: readonly PriceMark['kind'][],
): PriceMark | null {
  const { marks } = chart;
  const mark = markAt(chart, cursor);
  const at = mark === null ? -1 : marks.indexOf(mark);
  const isWanted = ({ kind }: PriceMark): boolean => kinds.includes(kind);
  if (at < 0) return marks.findLast(isWanted) ?? null;
  const next = by > 0 ? marks.slice(at + 1).find(isWanted) : marks.slice(0, at).findLast(isWanted);
  return next ?? marks[at] ?? null;
}

/** The mark that a chart begins with: the last loss, or else the last fill. */
export const firstMark = ({ marks }: PairChart): PriceMark | null =>
  marks.findLast(({ kind }) => kind === 'lost') ?? marks.at(-1) ?? null;

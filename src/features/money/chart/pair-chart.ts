import { firstWhere } from '../../../lib/first-where.ts';
import type { Interval } from '../../../lib/intervals.ts';
import { memoizeLast } from '../../../lib/memoize.ts';
import type { BidRecords } from '../bid-record.ts';
import { lineCellOf } from '../limit-line.ts';
import { timeBefore } from '../pair-prices.ts';
import { bidsOfPair, type PriceBand, pairBandsOf } from '../price-bands.ts';
import { isMark, type MarkKey, marksOf, type ObservedBid, type PriceMark } from './price-mark.ts';

/** A type in a region, and a currency. */
export type ChartPair = { readonly type: string; readonly region: string; readonly sign: string };

/** What is known of the price of a pair over a time, what the operator's bids of it asked for, and what happened to them. */
export type PairChart = {
  readonly time: Interval;
  readonly slots: PriceBand['slots'];
  /** Those that stood in the time at a limit price in the currency. */
  readonly bids: readonly ObservedBid[];
  readonly marks: readonly PriceMark[];
};

/** What is known of a pair in a time before the records were read; the same object until they are read again. */
export function pairChartOf(records: BidRecords, pair: ChartPair, spanMs: number): PairChart {
  const known = charts.get(records) ?? memoizeLast((pair: ChartPair, spanMs: number) => chartOf(records, pair, spanMs));
  charts.set(records, known);
  return known(pair, spanMs);
}

const charts = new WeakMap<BidRecords, (pair: ChartPair, spanMs: number) => PairChart>();

function chartOf(records: BidRecords, pair: ChartPair, spanMs: number): PairChart {
  const time = timeBefore(records, spanMs);
  const band = pairBandsOf(records.records, pair, time).find(({ sign }) => sign === pair.sign);
  const slots = band?.slots ?? [];
  const bids = bidsOfPair(records.records, pair).filter(({ bid }) => standsIn(bid.steps, pair.sign, time));
  return { time, slots, bids, marks: marksOf(bids, { slots, sign: pair.sign }, time) };
}

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
export const markAt = ({ marks }: PairChart, key: MarkKey | null): PriceMark | null =>
  marks.find((one) => isMark(one, key)) ?? null;

/** The next mark of some kinds; at either end the same one. Without one under the cursor the last of them. Null without any. */
export function markBeside(
  { marks }: PairChart,
  key: MarkKey | null,
  by: 1 | -1,
  kinds: readonly PriceMark['kind'][],
): PriceMark | null {
  const at = marks.findIndex((one) => isMark(one, key));
  const isWanted = ({ kind }: PriceMark): boolean => kinds.includes(kind);
  if (at < 0) return marks.findLast(isWanted) ?? null;
  const next = by > 0 ? marks.slice(at + 1).find(isWanted) : marks.slice(0, at).findLast(isWanted);
  return next ?? marks[at] ?? null;
}

/** The mark that a chart begins with: the last loss, or else the last fill. */
export const firstMark = ({ marks }: PairChart): PriceMark | null =>
  marks.findLast(({ kind }) => kind === 'lost') ?? marks.at(-1) ?? null;

import { moneyIn } from '../../../src/features/money/answers.ts';
import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import {
  type KnownMoney,
  NO_MONEY_WANTED,
  RECORDED_MS,
  type WantedChart,
  type WantedMoney,
} from '../../../src/features/money/known-money.ts';
import { moneyKnown } from '../../../src/features/money/page.ts';
import { spanBeside, spanFor } from '../../../src/features/money/picture.ts';
import type { WantedPair } from '../../../src/features/money/price.ts';
import { localZone } from '../../../src/lib/calendar.ts';
import { pairOf } from '../../../src/resources/context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

/** All time spans of pictures, in milliseconds. */
const SPANS: number[] = [];
for (let span = spanFor(0); span !== SPANS.at(-1); span = spanBeside(span, 1)) SPANS.push(span);

const inAllSpans = (pair: WantedPair): readonly WantedChart[] => SPANS.map((spanMs) => ({ pair, spanMs }));

/** All that anything can need of some records, but for the cost of times. */
export function everythingOf({ records, readAt }: BidRecords): WantedMoney {
  const bids = records.flatMap((record) => record.bids);
  const pairs = bids.flatMap(({ traits: { type, region }, steps }) =>
    [null, ...steps.flatMap(({ limit }) => limit?.sign ?? [])].map((sign) => ({ type, region, sign })),
  );
  const different = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
  return {
    ...NO_MONEY_WANTED,
    spanMs: RECORDED_MS,
    budgets: true,
    costs: true,
    prices: true,
    charts: different.flatMap(inAllSpans),
    zones: [localZone(readAt), 'UTC', 'Europe/Berlin'],
    bids: bids.map(({ traits }) => traits.bid),
  };
}

/** What records say of costs and prices. */
export const moneyFrom = (known: BidRecords, wanted: Partial<WantedMoney> = {}, project = 'proj_demo'): KnownMoney =>
  moneyIn(known, project, { ...everythingOf(known), ...wanted });

/** A state once the journal was asked, which has some records; with further charts than those of all bids and usual times. */
export function recordsKnown(
  state: ConsoleState,
  records: BidRecords | null,
  charts: readonly WantedChart[] = [],
): ConsoleState {
  if (records === null) return moneyKnown(state, null);
  const wanted = everythingOf(records);
  const listed = [...state.lists.bids.rows.values()].map(({ row }) => pairOf(row));
  const all = [...wanted.charts, ...listed.flatMap(inAllSpans), ...charts];
  return moneyKnown(state, moneyFrom(records, { charts: all }, state.connected.project));
}

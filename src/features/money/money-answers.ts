import { keyOf, type Scope } from '../../journal/scope.ts';
import { localZone } from '../../lib/calendar.ts';
import type { Interval } from '../../lib/intervals.ts';
import { type BidRecord, type BidRecords, recordsOfProjects } from './bid-record.ts';
import { createCostHistory } from './cost-history.ts';
import { drawnBand } from './drawn-slots.ts';
import { extendedRecord } from './extended-record.ts';
import type { KnownMoney, WantedMoney } from './known-money.ts';
import { pairChartOf } from './pair-chart.ts';
import { pairPricesOf } from './pair-prices.ts';
import { NO_FOLDS, type PriceFolds, priceFolds } from './price-bands.ts';
import { priceRows } from './price-row.ts';

/** What is asked: of which projects, of which the connection has one, and when. Milliseconds since 1970. */
export type MoneyQuestion = {
  readonly scopes: readonly Scope[];
  readonly project: string;
  readonly now: number;
  readonly wanted: WantedMoney;
};

/** What later answers go on from. */
type Before = {
  readonly costs: ReturnType<typeof createCostHistory>;
  readonly ownCosts: ReturnType<typeof createCostHistory>;
  folds: PriceFolds;
  ownFolds: PriceFolds;
};

const nothingBefore = (): Before => ({
  costs: createCostHistory(),
  ownCosts: createCostHistory(),
  folds: NO_FOLDS,
  ownFolds: NO_FOLDS,
});

/** What records say of costs and prices, as far as it is wanted. */
export function moneyIn(
  known: BidRecords,
  project: string,
  wanted: WantedMoney,
  before: Before = nothingBefore(),
): KnownMoney {
  const { readAt, records } = known;
  const zone = localZone(readAt);
  const { costs } = before;
  // What rules decide from is of one project.
  const own = recordsOfProjects(known, [project]);
  const ownCosts = own === known ? costs : before.ownCosts;
  if (wanted.prices || wanted.charts.length > 0) before.folds = priceFolds(records, before.folds);
  if (wanted.prices && own !== known) before.ownFolds = priceFolds(own.records, before.ownFolds);
  const rows = wanted.prices ? priceRows(known, pairPricesOf(known, before.folds)) : null;
  const drawn = rows?.map((row) => ({ ...row, price: { ...row.price, band: drawnBand(row.price.band) } })) ?? null;
  return {
    readAt,
    soFar: wanted.budgets ? costs.soFar(known, zone) : null,
    costs: wanted.costs
      ? {
          today: costs.over(known, 'today', zone),
          '7-days': costs.over(known, '7-days', zone),
          '30-days': costs.over(known, '30-days', zone),
        }
      : null,
    prices: drawn,
    ownPrices:
      own === known
        ? (drawn?.map(({ price }) => price) ?? null)
        : wanted.prices
          ? pairPricesOf(own, before.ownFolds).map((price) => ({ ...price, band: drawnBand(price.band) }))
          : null,
    charts: wanted.charts.map((one) => ({ ...one, chart: pairChartOf(known, one.pair, one.spanMs, before.folds) })),
    spends: wanted.spends.map((one) => ({
      ...one,
      spend: costs.spend(recordsOfProjects(known, one.projects), one.time),
    })),
    today: new Map(wanted.zones.map((zone) => [zone, ownCosts.today(own, zone)])),
    records: wanted.bids.length === 0 ? null : recordsOfBids(records, wanted.bids),
  };
}

/** The records of some bids alone. */
const recordsOfBids = (records: readonly BidRecord[], fids: readonly string[]): readonly BidRecord[] => {
  const wanted = new Set(fids);
  return records.map((record) => ({ ...record, bids: record.bids.filter(({ traits }) => wanted.has(traits.bid)) }));
};

/** How long after a list was requested a console may still write its steps, in milliseconds. */
const LATE_MS = 60_000;
/** Time for which records stay that reach further back than anything needs, in milliseconds. */
const KEPT_MS = 60_000;

/** What reads records; null when the file can't be read. */
type Reading = {
  readonly read: (scopes: readonly Scope[], time: Interval) => readonly BidRecord[] | null;
  readonly readAfter: (scopes: readonly Scope[], at: number) => readonly BidRecord[] | null;
};

/** Records that were read, for which projects, how far back, and when something needed all of them last. */
type Kept = {
  readonly projects: string;
  readonly from: number;
  readonly spanMs: number;
  readonly records: BidRecords;
  readonly before: Before;
  readonly neededAt: number;
};

/** Answers what is asked of costs and prices. Later answers read only what came since, until nothing is asked any more. */
export function createMoneyAnswers({ read, readAfter }: Reading) {
  let kept: Kept | null = null;

  /** Records with what has come since they were read; null when it can't be read. */
  const newer = (scopes: readonly Scope[], { records, readAt }: BidRecords, now: number): BidRecords | null => {
    const since = readAfter(scopes, readAt - LATE_MS);
    if (since === null) return null;
    const next = records.map((record) => {
      const own = since.find(({ project }) => project === record.project);
      return own === undefined ? record : extendedRecord(record, own);
    });
    return { records: next, readAt: now };
  };

  const recordsFor = ({ scopes, now, wanted: { spanMs } }: MoneyQuestion): Kept | null => {
    const projects = scopes.map(keyOf).join('\n');
    const from = now - spanMs;
    const last = kept;
    const isTooMuch = last !== null && spanMs < last.spanMs && now - last.neededAt >= KEPT_MS;
    if (last !== null && last.projects === projects && last.from <= from && !isTooMuch) {
      const records = newer(scopes, last.records, now);
      if (records === null) return null;
      // Of a file that has taken the place of the other one meanwhile, all is read.
      if (kept === last) return { ...last, records, neededAt: spanMs < last.spanMs ? last.neededAt : now };
    }
    const records = read(scopes, { from, to: now });
    if (records === null) return null;
    return { projects, from, spanMs, records: { records, readAt: now }, before: nothingBefore(), neededAt: now };
  };

  return {
    /** What is known of costs and prices; null when the file can't be read. */
    answer: (question: MoneyQuestion): KnownMoney | null => {
      kept = recordsFor(question);
      return kept && moneyIn(kept.records, question.project, question.wanted, kept.before);
    },

    /** Forgets what was read: nothing needs it any more, or it is of another file. */
    forget: (): void => {
      kept = null;
    },
  };
}

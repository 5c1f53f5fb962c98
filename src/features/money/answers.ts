import { keyOf, type Scope } from '../../journal/scope.ts';
import { localZone } from '../../lib/calendar.ts';
import { type Interval, joined } from '../../lib/intervals.ts';
import type { BidRecord, BidRecords, BidSteps } from './bid-record.ts';
import { pairChartOf } from './chart/pair-chart.ts';
import { costsOf } from './costs/periods.ts';
import type { KnownMoney, WantedMoney } from './known-money.ts';
import { pairPricesOf, priceRows } from './prices/rows.ts';
import { drawnPrice } from './prices/slots.ts';
import { spendOver } from './spend.ts';

/** A question about projects, one of them the connection's. `now` in milliseconds since 1970. */
export type MoneyQuestion = {
  readonly scopes: readonly Scope[];
  readonly project: string;
  readonly now: number;
  readonly wanted: WantedMoney;
};

/** Computes the costs and prices that are asked for, and no others. */
export function moneyIn(known: BidRecords, project: string, wanted: WantedMoney): KnownMoney {
  const { readAt, records } = known;
  const zone = localZone(readAt);
  const costs = costsOf(known);
  const own = recordsOfProjects(known, [project]);
  const ownCosts = own === known ? costs : costsOf(own);
  const prices = wanted.prices ? pairPricesOf(known) : null;
  const rows = prices && priceRows(known, prices.map(drawnPrice));
  const ownPrices = prices && (own === known ? prices : pairPricesOf(own));
  const bids = new Set(wanted.bids);
  return {
    readAt,
    soFar: wanted.budgets ? costs.soFar(zone) : null,
    costs: wanted.costs
      ? {
          today: costs.over('today', zone),
          '7-days': costs.over('7-days', zone),
          '30-days': costs.over('30-days', zone),
        }
      : null,
    prices: rows,
    ownPrices: ownPrices?.map(drawnPrice) ?? null,
    charts: wanted.charts.map((one) => ({ ...one, chart: pairChartOf(known, one.pair, one.spanMs) })),
    spends: wanted.spends.map((one) => ({
      ...one,
      spend: spendOver(recordsOfProjects(known, one.projects), one.time),
    })),
    today: new Map(wanted.zones.map((zone) => [zone, ownCosts.today(zone)])),
    records:
      bids.size === 0
        ? null
        : records.map((record) => ({ ...record, bids: record.bids.filter(({ traits }) => bids.has(traits.bid)) })),
  };
}

function recordsOfProjects(known: BidRecords, projects: readonly string[]): BidRecords {
  const records = known.records.filter(({ project }) => projects.includes(project));
  return records.length === known.records.length ? known : { ...known, records };
}

/** Longest delay from a list's request until a console writes its steps, in milliseconds. */
const LATE_MS = 60_000;
/** Records reaching further back than needed stay so long, in milliseconds. */
const KEPT_MS = 60_000;

/** Reads records; null when the file can't be read. */
type Reading = {
  readonly read: (scopes: readonly Scope[], time: Interval) => readonly BidRecord[] | null;
  readonly readAfter: (scopes: readonly Scope[], at: number) => readonly BidRecord[] | null;
  /** Of each project since a time. */
  readonly readCharges: (scopes: readonly Scope[], from: number) => readonly BidRecord['charges'][] | null;
};

/** Records, how far back they reach, and when all of them were last needed. */
type Kept = {
  readonly projects: string;
  readonly from: number;
  readonly spanMs: number;
  readonly records: BidRecords;
  readonly neededAt: number;
};

/** Later answers read only new records, until nothing is asked any more. */
export function createMoneyAnswers({ read, readAfter, readCharges }: Reading) {
  let kept: Kept | null = null;

  const recordsFor = ({ scopes, now, wanted: { spanMs } }: MoneyQuestion): Kept | null => {
    const projects = scopes.map(keyOf).join('\n');
    const from = now - spanMs;
    const last = kept;
    const isTooMuch = last !== null && spanMs < last.spanMs && now - last.neededAt >= KEPT_MS;
    if (last !== null && last.projects === projects && last.from <= from && !isTooMuch) {
      const since = readAfter(scopes, last.records.readAt - LATE_MS);
      if (since === null) return null;
      const charges = readCharges(scopes, last.from);
      if (charges === null) return null;
      const extended = extendedRecords(last.records.records, since);
      // Reading may have found another file: then all is read.
      if (kept === last)
        return {
          ...last,
          records: { records: extended.map((one, n) => ({ ...one, charges: charges[n] ?? null })), readAt: now },
          neededAt: spanMs < last.spanMs ? last.neededAt : now,
        };
    }
    const records = read(scopes, { from, to: now });
    return records && { projects, from, spanMs, records: { records, readAt: now }, neededAt: now };
  };

  return {
    /** Null when the file can't be read. */
    answer: (question: MoneyQuestion): KnownMoney | null => {
      kept = recordsFor(question);
      return kept && moneyIn(kept.records, question.project, question.wanted);
    },
    forget: (): void => {
      kept = null;
    },
  };
}

export const extendedRecords = (records: readonly BidRecord[], since: readonly BidRecord[]): readonly BidRecord[] =>
  records.map((record) => {
    const own = since.find(({ project }) => project === record.project);
    if (own === undefined) return record;
    const bids = new Map(record.bids.map((one): [string, BidSteps] => [one.traits.bid, one]));
    for (const { traits, steps } of own.bids) {
      const all = new Map([...(bids.get(traits.bid)?.steps ?? []), ...steps].map((step) => [step.at, step]));
      // A slow console may write a step before one that is known.
      bids.set(traits.bid, { traits, steps: [...all.values()].sort((one, other) => one.at - other.at) });
    }
    return { ...record, bids: [...bids.values()], observed: joined([...record.observed, ...own.observed]) };
  });

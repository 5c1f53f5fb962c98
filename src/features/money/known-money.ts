import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { Sum } from '../../lib/sum.ts';
import type { OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { BidRecord } from './bid-record.ts';
import type { CostSoFar, PeriodCost } from './cost-history.ts';
import type { CostPeriod } from './cost-periods.ts';
import type { PairChart } from './pair-chart.ts';
import type { PairPrice } from './pair-prices.ts';
import type { PriceRow } from './price-row.ts';
import type { Spend } from './spend-over.ts';

/** Oldest time of which bids are known, before now, in milliseconds. */
export const RECORDED_MS = 90 * DAY_MS;

/** A type in a region, and a currency; null for that of most bids. */
export type WantedPair = { readonly type: string; readonly region: string; readonly sign: string | null };

/** The price of a pair over a time before now, in milliseconds. */
export type WantedChart = { readonly pair: WantedPair; readonly spanMs: number };

/** What the bids of some projects cost over a time. */
export type WantedSpend = { readonly projects: readonly string[]; readonly time: Interval };

/** What something needs to know of costs and prices. */
export type WantedMoney = {
  /** How far back the journal is read, in milliseconds. */
  readonly spanMs: number;
  /** What the budgets per day and per month are compared with. */
  readonly budgets: boolean;
  /** Costs of the periods of `$`. */
  readonly costs: boolean;
  /** Prices of all types and regions. */
  readonly prices: boolean;
  readonly charts: readonly WantedChart[];
  readonly spends: readonly WantedSpend[];
  /** Time zones in which the costs of today are needed, of the project of the connection. */
  readonly zones: readonly string[];
  /** Bids whose steps are needed. */
  readonly bids: readonly string[];
};

export const NO_MONEY_WANTED: WantedMoney = {
  spanMs: 0,
  budgets: false,
  costs: false,
  prices: false,
  charts: [],
  spends: [],
  zones: [],
  bids: [],
};

/** What is known of costs and prices from the journal, read at a time in milliseconds since 1970: no more of it than something needs. */
export type KnownMoney = {
  readonly readAt: number;
  /** What today and this month cost; null where it was not needed, as all that follows. */
  readonly soFar: CostSoFar | null;
  readonly costs: Readonly<Record<CostPeriod, PeriodCost>> | null;
  readonly prices: readonly PriceRow[] | null;
  /** The prices that the bids of the connection's project show alone, which rules decide from. */
  readonly ownPrices: readonly PairPrice[] | null;
  readonly charts: readonly (WantedChart & { readonly chart: PairChart })[];
  readonly spends: readonly (WantedSpend & { readonly spend: Spend })[];
  readonly today: ReadonlyMap<string, Sum<number>>;
  readonly records: readonly BidRecord[] | null;
};

declare module '../../store/state-part.ts' {
  interface Demands {
    /** What it needs to know of costs and prices. */
    readonly money?: Partial<WantedMoney> | null;
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** Costs and prices of the last months; null until something has needed them. */
    readonly money?: KnownMoney | null;
    /** Whether they are read from the journal for the first time. */
    readonly isReadingMoney?: boolean;
  }
}

/** Costs and prices of the shown projects over the last months; null until something has needed them. */
export const moneyOf = ({ money = null }: Pick<ConsoleState, 'money'>): KnownMoney | null => money;

/** Something that is known from the journal of the last months; a recording has none. */
export type Known<What> =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly known: What };

/** A part of what the journal says of costs and prices; null while that part was not read. */
export function knownIn<What>(state: ConsoleState, part: (money: KnownMoney) => What | null | undefined): Known<What> {
  const money = moneyOf(state);
  const known = money === null ? null : part(money);
  if (known != null) return { kind: 'read', known };
  return { kind: state.shownInstead === null ? 'reading' : 'none' };
}

const isSamePair = (a: WantedPair, b: WantedPair): boolean =>
  a.type === b.type && a.region === b.region && a.sign === b.sign;

/** What is known of a pair over a time; null while it was not read. */
export const chartOf = ({ charts }: KnownMoney, pair: WantedPair, spanMs: number): PairChart | null =>
  charts.find((one) => one.spanMs === spanMs && isSamePair(one.pair, pair))?.chart ?? null;

/** What a time cost; null while it was not read. */
export const spendOf = ({ spends }: KnownMoney, { projects, time }: WantedSpend): Spend | null =>
  spends.find((one) => one.time.from === time.from && one.time.to === time.to && isSame(one.projects, projects))
    ?.spend ?? null;

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, n) => one === b[n]);

export const knownPrices: OwnValue<[], Known<readonly PriceRow[]>> = {
  of: ({ state }) => knownIn(state, ({ prices }) => prices),
};

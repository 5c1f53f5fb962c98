import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { Sum } from '../../lib/sum.ts';
import type { OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { BidRecord } from './bid-record.ts';
import type { PairChart, PairPrice, PriceRow, WantedPair } from './price.ts';
import type { Spend, SpendGroup, Spent } from './spend.ts';

/** Oldest known time of bids, before now, in milliseconds. */
export const RECORDED_MS = 90 * DAY_MS;

/** Shortest first. */
export const COST_PERIODS = ['today', '7-days', '30-days'] as const;
export type CostPeriod = (typeof COST_PERIODS)[number];

export type CostSlot = { readonly name: string; readonly spend: Omit<Spend, 'bids' | 'gaps'> };

/** At most: in all, and by hour or day since the first reading of the lists. */
export type PeriodCost = {
  readonly period: CostPeriod;
  readonly spend: Spend;
  readonly slots: readonly CostSlot[];
  readonly byBid: readonly SpendGroup[];
};

/** At most, and how much of it the service charged. */
type SoFar = { readonly most: Sum<number>; readonly spent: Spent };
export type CostSoFar = { readonly day: SoFar; readonly month: SoFar };

export type WantedChart = { readonly pair: WantedPair; readonly spanMs: number };

export type WantedSpend = { readonly projects: readonly string[]; readonly time: Interval };

export type WantedMoney = {
  /** How far back the journal is read, in milliseconds. */
  readonly spanMs: number;
  /** Costs for budgets per day and month. */
  readonly budgets: boolean;
  readonly costs: boolean;
  readonly prices: boolean;
  readonly charts: readonly WantedChart[];
  readonly spends: readonly WantedSpend[];
  /** For the costs of today, of the connection's project. */
  readonly zones: readonly string[];
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

/** Read from the journal at a time in milliseconds since 1970; null or empty where unwanted. */
export type KnownMoney = {
  readonly readAt: number;
  readonly soFar: CostSoFar | null;
  readonly costs: Readonly<Record<CostPeriod, PeriodCost>> | null;
  readonly prices: readonly PriceRow[] | null;
  /** From the connection's project alone, for rules. */
  readonly ownPrices: readonly PairPrice[] | null;
  readonly charts: readonly (WantedChart & { readonly chart: PairChart })[];
  readonly spends: readonly (WantedSpend & { readonly spend: Spend })[];
  readonly today: ReadonlyMap<string, Sum<number>>;
  readonly records: readonly BidRecord[] | null;
};

declare module '../../store/state-part.ts' {
  interface Demands {
    readonly money?: Partial<WantedMoney> | null;
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly money?: KnownMoney | null;
    /** From the journal for the first time. */
    readonly isReadingMoney?: boolean;
  }
}

/** Costs and prices of the shown projects; null until something needs them. */
export const moneyOf = ({ money = null }: Pick<ConsoleState, 'money'>): KnownMoney | null => money;

export type Known<What> =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly known: What };

export function knownIn<What>(state: ConsoleState, part: (money: KnownMoney) => What | null | undefined): Known<What> {
  const money = moneyOf(state);
  const known = money === null ? null : part(money);
  if (known != null) return { kind: 'read', known };
  return { kind: state.shownInstead === null ? 'reading' : 'none' };
}

export const knownPrices: OwnValue<[], Known<readonly PriceRow[]>> = {
  of: ({ state }) => knownIn(state, ({ prices }) => prices),
};

export const chartOf = ({ charts }: KnownMoney, { type, region, sign }: WantedPair, spanMs: number): PairChart | null =>
  charts.find(
    ({ pair, ...one }) => one.spanMs === spanMs && pair.type === type && pair.region === region && pair.sign === sign,
  )?.chart ?? null;

export const spendOf = ({ spends }: KnownMoney, { projects, time }: WantedSpend): Spend | null =>
  spends.find(
    (one) =>
      one.time.from === time.from &&
      one.time.to === time.to &&
      one.projects.length === projects.length &&
      one.projects.every((project, n) => project === projects[n]),
  )?.spend ?? null;

import type { StoreApi } from 'zustand/vanilla';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { OpenDialog } from '../../store/dialog-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import { demandsOf } from '../../store/state-part.ts';
import { chartOfStrip } from './chart/strip.ts';
import { chartsWanted } from './chart/tab.ts';
import { bidJournal } from './journal.ts';
import { moneyOf, RECORDED_MS, type WantedMoney } from './known-money.ts';
import { moneyKnown } from './page.ts';
import { budgetsChecked, hasSpendBudget } from './spend-budgets.ts';

/**
 * Between two readings, in milliseconds, for the screen and for budgets alone; at least a multiple of the last one's
 * length.
 */
const AGAIN_MS = 5000;
const BUDGET_AGAIN_MS = 30_000;
const AGAIN_TIMES = 20;
/** An answer stays unneeded for these milliseconds. */
const KEPT_MS = 60_000;
/** How far back costs and prices look, with some to spare, in milliseconds. */
const COSTS_MS = 32 * DAY_MS;
const PRICES_MS = 8 * DAY_MS;
const TODAY_MS = 2 * DAY_MS;

function wantedByDialog(dialog: OpenDialog): Partial<WantedMoney> {
  if (dialog.kind === 'money') return { costs: true };
  return dialog.kind === 'form' ? { prices: true } : {};
}

export function wantedIn(state: ConsoleState, always: boolean): WantedMoney | null {
  if (state.shownInstead !== null) return null;
  const all: readonly Partial<WantedMoney>[] = [
    always ? { costs: true, prices: true, spanMs: RECORDED_MS } : {},
    { budgets: always || hasSpendBudget(state.connected), prices: state.focus === 'prices' },
    { charts: chartOfStrip(state) },
    ...state.dialogs.map(wantedByDialog),
    chartsWanted(state),
    ...demandsOf(state).flatMap(({ money }) => money ?? []),
  ];
  const some = (name: 'budgets' | 'costs' | 'prices'): boolean => all.some((one) => one[name] === true);
  const wanted = {
    budgets: some('budgets'),
    costs: some('costs'),
    prices: some('prices'),
    charts: all.flatMap((one) => one.charts ?? []),
    spends: all.flatMap((one) => one.spends ?? []),
    zones: all.flatMap((one) => one.zones ?? []),
    bids: all.flatMap((one) => one.bids ?? []),
  };
  const spanMs = Math.max(
    0,
    ...all.map((one) => one.spanMs ?? 0),
    wanted.budgets || wanted.costs ? COSTS_MS : 0,
    wanted.prices ? PRICES_MS : 0,
    wanted.zones.length > 0 ? TODAY_MS : 0,
    wanted.bids.length > 0 ? RECORDED_MS : 0,
    ...wanted.charts.map((chart) => chart.spanMs),
    ...wanted.spends.map(({ time }) => state.now - time.from),
  );
  return spanMs === 0 ? null : { spanMs, ...wanted };
}

const isForBudgets = ({ budgets, costs, prices, charts, spends, zones, bids }: WantedMoney): boolean =>
  budgets && !costs && !prices && charts.length + spends.length + zones.length + bids.length === 0;

/** Whether one question's answer has everything for the other. */
function covers(asked: WantedMoney, wanted: WantedMoney): boolean {
  const hasAll = (name: 'charts' | 'spends' | 'zones' | 'bids'): boolean => {
    const known = new Set(asked[name].map((one) => JSON.stringify(one)));
    return wanted[name].every((one) => known.has(JSON.stringify(one)));
  };
  return (
    (['budgets', 'costs', 'prices'] as const).every((name) => asked[name] || !wanted[name]) &&
    (['charts', 'spends', 'zones', 'bids'] as const).every(hasAll)
  );
}

type MoneyReading = Pick<RuntimeAccess, 'change' | 'scopes'> & {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<AsyncJournal, 'ask' | 'record'>;
  readonly clock: Pick<Clock, 'steady'>;
  /** Also while nothing on screen needs them. */
  readonly always?: boolean;
};

/** Asks the journal when something needs costs or prices, and again every few seconds. */
export function createMoneyReader({ store, change, journal, scopes, clock, always = false }: MoneyReading) {
  /** The last answered question, when, and for how long. Milliseconds. */
  let answered: { readonly wanted: WantedMoney; readonly at: number; readonly tookMs: number } | null = null;
  let asking: object | null = null;
  let neededAt = 0;
  let hasEnded = false;

  const forget = (): void => {
    answered = null;
    asking = null;
    journal.record(bidJournal, 'forgetMoney');
    change((state) => {
      if (moneyOf(state) === null && state.isReadingMoney !== true) return state;
      return moneyKnown({ ...state, isReadingMoney: false }, null);
    });
  };

  const ask = async (wanted: WantedMoney): Promise<void> => {
    const own = {};
    asking = own;
    const { now, connected } = store.getState();
    const begun = clock.steady();
    if (moneyOf(store.getState()) === null) change((state) => ({ ...state, isReadingMoney: true }));
    const question = { scopes: scopes(), project: connected.project, now, wanted };
    const money = await journal.ask(bidJournal, 'money', question);
    if (asking !== own) return;
    asking = null;
    answered = money && { wanted, at: now, tookMs: clock.steady() - begun };
    change((before) => {
      const next = before.isReadingMoney === true ? { ...before, isReadingMoney: false } : before;
      return money === null ? next : budgetsChecked(before, moneyKnown(next, money));
    });
    // More may be needed by now; a failed reading is repeated with the next second.
    if (money !== null) readDue();
  };

  const readDue = (): void => {
    if (asking !== null || hasEnded) return;
    const state = store.getState();
    const wanted = wantedIn(state, always);
    if (wanted === null) {
      const isHeld = answered !== null || moneyOf(state) !== null;
      if (isHeld && clock.steady() - neededAt >= KEPT_MS) forget();
      return;
    }
    neededAt = clock.steady();
    if (answered !== null && covers(answered.wanted, wanted)) {
      const againMs = isForBudgets(wanted) ? BUDGET_AGAIN_MS : AGAIN_MS;
      if (state.now - answered.at < Math.max(againMs, AGAIN_TIMES * answered.tookMs)) return;
    }
    void ask(wanted);
  };

  return {
    readDue,
    forget,
    stop: (): void => {
      hasEnded = true;
      asking = null;
    },
  };
}

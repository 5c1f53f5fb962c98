import type { StoreApi } from 'zustand/vanilla';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { OpenDialog } from '../../store/dialog-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import { demandsOf } from '../../store/state-part.ts';
import { chartsWanted } from './chart/price-tab.ts';
import { wantedByStrip } from './chart/strip-pair.ts';
import { bidJournal } from './journal.ts';
import { moneyOf, RECORDED_MS, type WantedMoney } from './known-money.ts';
import { showsPriceStrip } from './price-strip.ts';
import { moneyKnown } from './prices.ts';
import { budgetsChecked, hasSpendBudget } from './spend-budgets.ts';

/** Time between two readings while something on screen needs them, in milliseconds; while only budgets do; and as a multiple of the last one. */
const AGAIN_MS = 5000;
const BUDGET_AGAIN_MS = 30_000;
const AGAIN_TIMES = 20;
/** Time for which what was read stays while nothing needs it any more, in milliseconds. */
const KEPT_MS = 60_000;
/** How far back costs and prices look, with some to spare, in milliseconds. */
const COSTS_MS = 32 * DAY_MS;
const PRICES_MS = 8 * DAY_MS;
const TODAY_MS = 2 * DAY_MS;

type Wanted = Partial<WantedMoney>;

/** What an open dialog of prices and costs needs. */
function wantedByDialog(dialog: OpenDialog): Wanted {
  if (dialog.kind === 'money') return { costs: true };
  return dialog.kind === 'form' ? { prices: true } : {};
}

/** What is needed of costs and prices; null when nothing is. */
function wantedIn(state: ConsoleState, always: boolean): WantedMoney | null {
  if (state.shownInstead !== null) return null;
  const all: readonly Wanted[] = [
    ...(always ? [{ costs: true, prices: true, spanMs: RECORDED_MS }] : []),
    ...(always || hasSpendBudget(state.connected) ? [{ budgets: true }] : []),
    ...(state.focus === 'prices' ? [{ prices: true }] : []),
    ...(showsPriceStrip(state) ? wantedByStrip(state) : []),
    ...state.dialogs.map(wantedByDialog),
    chartsWanted(state),
    ...demandsOf(state).flatMap(({ money }) => money ?? []),
  ];
  const some = (name: 'budgets' | 'costs' | 'prices'): boolean => all.some((one) => one[name] === true);
  const [budgets, costs, prices] = [some('budgets'), some('costs'), some('prices')];
  const [charts, spends] = [all.flatMap((one) => one.charts ?? []), all.flatMap((one) => one.spends ?? [])];
  const [zones, bids] = [all.flatMap((one) => one.zones ?? []), all.flatMap((one) => one.bids ?? [])];
  const spans = [
    ...all.map((one) => one.spanMs ?? 0),
    ...(budgets || costs ? [COSTS_MS] : []),
    ...(prices ? [PRICES_MS] : []),
    ...(zones.length > 0 ? [TODAY_MS] : []),
    ...(bids.length > 0 ? [RECORDED_MS] : []),
    ...charts.map(({ spanMs }) => spanMs),
    ...spends.map(({ time }) => state.now - time.from),
  ];
  const spanMs = Math.max(0, ...spans);
  return spanMs === 0 ? null : { spanMs, budgets, costs, prices, charts, spends, zones, bids };
}

/** Whether something that is shown or decided now needs costs or prices, beside budgets. */
export function needsMoney(state: ConsoleState): boolean {
  const wanted = wantedIn(state, false);
  return wanted !== null && !isForBudgets(wanted);
}

const isForBudgets = ({ budgets, costs, prices, charts, spends, zones, bids }: WantedMoney): boolean =>
  budgets && !costs && !prices && charts.length + spends.length + zones.length + bids.length === 0;

/** Whether what was asked for has all that is needed now. */
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

/** A runtime whose costs and prices are read. */
type MoneyReading = Pick<RuntimeAccess, 'change' | 'scopes'> & {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<AsyncJournal, 'ask' | 'record'>;
  readonly clock: Pick<Clock, 'steady'>;
  /** Whether they are read even while nothing on screen needs them. */
  readonly always?: boolean;
};

/** What was answered last: to what, when, and how long that took. Milliseconds. */
type Answered = { readonly wanted: WantedMoney; readonly at: number; readonly tookMs: number };

/** Asks the journal for costs and prices when something needs them, and again every few seconds. */
export function createMoneyReader({ store, change, journal, scopes, clock, always = false }: MoneyReading) {
  let answered: Answered | null = null;
  /** The question that waits for its answer. */
  let asking: object | null = null;
  /** When something was needed last, by the steady clock. */
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
    const isFirst = moneyOf(store.getState()) === null;
    if (isFirst) change((state) => ({ ...state, isReadingMoney: true }));
    const question = { scopes: scopes(), project: connected.project, now, wanted };
    const money = await journal.ask(bidJournal, 'money', question);
    if (asking !== own) return;
    asking = null;
    answered = money && { wanted, at: now, tookMs: clock.steady() - begun };
    change((before) => {
      const next = before.isReadingMoney === true ? { ...before, isReadingMoney: false } : before;
      return money === null ? next : budgetsChecked(before, moneyKnown(next, money));
    });
    // What was opened meanwhile; what can't be read is tried with the next second.
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

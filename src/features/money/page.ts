import { type ListedRow, listedOwn } from '../../api/result.ts';
import { diffMaps } from '../../lib/maps.ts';
import { jsonWithBigints } from '../../lib/values.ts';
import { showNotice } from '../../store/activity.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { paneFocused, screenLeft } from '../../store/panes/cursor.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import { type ConsoleState, marksKept, withList } from '../../store/state.ts';
import type { PageTabs } from '../../store/state-part.ts';
import { type CostPeriod, type KnownMoney, moneyOf } from './known-money.ts';
import type { PriceRow } from './price.ts';
import { rowsOfService, rowWithService } from './prices/service-rows.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    /** `top` is the first shown line. */
    readonly money: { readonly tab: 'Now' | 'Spent'; readonly top: number };
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** Chosen last. */
    readonly spentPeriod?: CostPeriod;
  }
}

export const MONEY_TABS = ['Now', 'Spent', 'Prices'] as const;

export const spentPeriod = ({ spentPeriod: chosen = 'today' }: Pick<ConsoleState, 'spentPeriod'>): CostPeriod => chosen;

/** Null when there can be prices. */
export const noPrices = (state: ConsoleState): string | null =>
  refusedWithoutService(state, 'it has no prices of earlier days.');

export function moneyTabShown(state: ConsoleState, at: number): ConsoleState {
  const tab = MONEY_TABS[at] ?? 'Prices';
  if (tab === 'Prices') {
    const why = noPrices(state);
    return why === null ? paneFocused(pricesListed(state), 'prices') : showNotice(state, why, 'warn');
  }
  if (topDialog(state)?.kind === 'money') return dialogChanged(state, 'money', (own) => ({ ...own, tab, top: 0 }));
  return dialogOpened(pricesLeft(state), { kind: 'money', tab, top: 0 });
}

const pricesLeft = (state: ConsoleState): ConsoleState => (state.focus === 'prices' ? screenLeft(state) : state);

export const moneyToggled = (state: ConsoleState): ConsoleState =>
  state.focus === 'prices' ? pricesLeft(state) : moneyTabShown(state, 0);

export const moneyTabs: PageTabs = { pane: 'prices', titles: MONEY_TABS, at: 2, shown: moneyTabShown };

/** Null forgets the money of another project. */
export function moneyKnown(state: ConsoleState, money: KnownMoney | null): ConsoleState {
  const known = { ...state, money };
  return state.focus === 'prices' || money === null ? pricesListed(known) : known;
}

/** The list is loading until the journal is read, or the service says prices. */
export function pricesListed(state: ConsoleState): ConsoleState {
  const money = moneyOf(state);
  const own = money?.prices ?? null;
  const all = [...(own ?? []).map((row) => rowWithService(state, row)), ...rowsOfService(state, own ?? [])];
  const { prices: list } = state.lists;
  const rows = new Map(all.map((row): [string, ListedRow<PriceRow>] => [row.fid, listedOwn(row, jsonWithBigints)]));
  const fetchedAt = own === null && all.length === 0 ? null : (money?.readAt ?? state.now);
  const next = { ...list, rows, delta: diffMaps(list.rows, rows), fetchedAt };
  return marksKept(withList(state, 'prices', next), 'prices');
}

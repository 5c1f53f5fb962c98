import { showNotice } from '../../store/activity.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { paneFocused, screenLeft } from '../../store/panes/cursor.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PageTabs } from '../../store/state-part.ts';
import type { CostPeriod } from './known-money.ts';
import { pricesListed } from './known-money.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    /** `top` is the first shown line. */
    readonly money: { readonly tab: 'Now' | 'Spent'; readonly top: number };
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** The period that was chosen last. */
    readonly spentPeriod?: CostPeriod;
  }
}

export const MONEY_TABS = ['Now', 'Spent', 'Prices'] as const;

export const spentPeriod = ({ spentPeriod: chosen = 'today' }: Pick<ConsoleState, 'spentPeriod'>): CostPeriod => chosen;

/** Why there are no prices; null when there can be some. */
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

/** Opens the page of money, or leaves it. */
export const moneyToggled = (state: ConsoleState): ConsoleState =>
  state.focus === 'prices' ? pricesLeft(state) : moneyTabShown(state, 0);

export const moneyTabs: PageTabs = { pane: 'prices', titles: MONEY_TABS, at: 2, shown: moneyTabShown };

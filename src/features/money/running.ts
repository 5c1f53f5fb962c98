import type { RunningPart } from '../../command/feature.ts';
import { budgetBadge } from '../../store/header-line.ts';
import type { OwnHeader } from '../../store/header-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import { createBidRecorder } from './bid-recorder.ts';
import { stripPairOf } from './chart/strip-pair.ts';
import { createMoneyReader } from './money-reader.ts';
import { moneyTabs } from './money-tabs.ts';
import { hasPriceStrip, showsPriceStrip } from './price-strip.ts';
import { spendBudgetsOf } from './spend-budgets.ts';

/** The budgets per day and per month that are nearly used, or of which nobody can say whether they are kept, and the costs that a click shows. */
const header: OwnHeader = {
  budgets: (state) =>
    spendBudgetsOf(state).flatMap(({ time, cost, budget }) => {
      const of = time === 'day' ? 'DAY' : 'MONTH';
      return budgetBadge({ short: of, long: `${of} BUDGET` }, cost, budget, state.glyphs);
    }),
  commands: { cost: 'money', committed: 'money' },
};

/** Costs over time warn in the header. Keeps in the journal how bids stand, and reads what is known of that when something needs it. */
export const running: RunningPart = {
  state: { header, strip: hasPriceStrip, pageTabs: moneyTabs },
  runtime: {
    follows: ({ program, clock }, { store, change, journal, scopes }) => {
      const parts = { store, journal, scopes };
      const bids = createBidRecorder(parts);
      const money = createMoneyReader({ ...parts, change, clock, always: program.knowsAll });
      let pair: string | null = null;
      const hasOtherStrip = (state: ConsoleState): boolean => {
        const before = pair;
        pair = showsPriceStrip(state) ? JSON.stringify(stripPairOf(state)) : null;
        return pair !== before;
      };
      return {
        begin: () => {
          bids.forget();
          money.forget();
        },
        stateChanged: (state, before, recorded) => {
          if (recorded.includes('bids') || recorded.includes('instances')) bids.record();
          if (
            state.dialogs !== before.dialogs ||
            state.focus !== before.focus ||
            state.now !== before.now ||
            state.size !== before.size ||
            hasOtherStrip(state)
          )
            money.readDue();
          return false;
        },
        finish: () => {
          money.stop();
          bids.finish();
        },
      };
    },
  },
};

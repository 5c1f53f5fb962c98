import type { RunningPart } from '../../command/feature.ts';
import { budgetBadge } from '../../store/header-line.ts';
import type { OwnHeader } from '../../store/header-order.ts';
import { createBidRecorder } from './bid-recorder.ts';
import { createChargeRecorder } from './charge-recorder.ts';
import { chartOfStrip, hasPriceStrip } from './chart/strip.ts';
import { moneyTabs, pricesListed } from './page.ts';
import { createMoneyReader } from './reader.ts';
import { spendBudgetsOf } from './spend-budgets.ts';
import { wantedExtras } from './wanted-extras.ts';

/** Budgets nearly used, or perhaps, and the costs shown by a click. */
const header: OwnHeader = {
  budgets: (state) =>
    spendBudgetsOf(state).flatMap(({ time, cost, budget }) => {
      const of = time === 'day' ? 'DAY' : 'MONTH';
      return budgetBadge({ short: of, long: `${of} BUDGET` }, cost, budget, state.glyphs);
    }),
  commands: { cost: 'money', committed: 'money' },
};

/** Records how bids stand and what was charged, and reads costs and prices when needed. */
export const running: RunningPart = {
  state: {
    header,
    strip: hasPriceStrip,
    pageTabs: moneyTabs,
    demands: (state) => ({ extras: wantedExtras(state) }),
  },
  runtime: {
    follows: ({ program, clock }, { store, change, journal, scopes }) => {
      const parts = { store, journal, scopes };
      const bids = createBidRecorder(parts);
      const charges = createChargeRecorder({ ...parts, change });
      const money = createMoneyReader({ ...parts, change, clock, always: program.knowsAll });
      let strip = '';
      return {
        begin: () => {
          bids.forget();
          money.forget();
          charges.begin();
        },
        stateChanged: (state, before, recorded) => {
          if (recorded.includes('bids') || recorded.includes('instances')) bids.record();
          if (state.extras !== before.extras) charges.record(before);
          // Pairs that only the service knows are rows, too.
          if (state.focus === 'prices' && state.extras !== before.extras) change(pricesListed);
          const stripBefore = strip;
          strip = JSON.stringify(chartOfStrip(state));
          if (
            state.dialogs !== before.dialogs ||
            state.focus !== before.focus ||
            state.now !== before.now ||
            state.size !== before.size ||
            strip !== stripBefore
          )
            money.readDue();
          return false;
        },
        finish: () => {
          money.stop();
          charges.finish();
          bids.finish();
        },
      };
    },
  },
};

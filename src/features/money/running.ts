import type { RunningPart } from '../../command/feature.ts';
import { budgetBadge } from '../../store/header-line.ts';
import type { OwnHeader } from '../../store/header-order.ts';
import { createBidRecorder } from './bid-recorder.ts';
import { createRecordReader } from './bid-records.ts';
import { bidJournal } from './journal.ts';
import { hasPriceStrip } from './price-strip.ts';
import { spendBudgetsOf } from './spend-budgets.ts';

/** The budgets per day and per month that are nearly used, or of which nobody can say whether they are kept, and the costs that a click shows. */
const header: OwnHeader = {
  budgets: (state) =>
    spendBudgetsOf(state).flatMap(({ time, cost, budget }) => {
      const of = time === 'day' ? 'DAY' : 'MONTH';
      return budgetBadge({ short: of, long: `${of} BUDGET` }, cost, budget, state.glyphs);
    }),
  commands: { cost: 'exposure', committed: 'exposure' },
};

/** Costs over time warn in the header. Keeps in the journal how bids stand, and reads what is known of that when something needs it. */
export const running: RunningPart = {
  state: { header, strip: hasPriceStrip },
  runtime: {
    follows: ({ program, clock }, { store, change, journal, scopes }) => {
      const parts = { store, journal: bidJournal(journal), scopes };
      const bids = createBidRecorder(parts);
      const records = createRecordReader({ ...parts, change, clock, always: program.knowsAll });
      return {
        begin: () => {
          bids.forget();
          records.forget();
        },
        stateChanged: (state, before, recorded) => {
          if (recorded.includes('bids') || recorded.includes('instances')) bids.record();
          if (
            state.dialogs !== before.dialogs ||
            state.focus !== before.focus ||
            state.now !== before.now ||
            state.size !== before.size
          )
            records.readDue();
          return false;
        },
        finish: () => {
          records.stop();
          bids.finish();
        },
      };
    },
  },
};

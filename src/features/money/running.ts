import type { RunningPart } from '../../command/feature.ts';
import { createBidRecorder } from './bid-recorder.ts';
import { createRecordReader } from './bid-records.ts';
import { header } from './header.ts';
import { bidJournal } from './journal.ts';

/** Costs over time warn in the header. Keeps in the journal how bids stand, and reads what is known of that when something needs it. */
export const running: RunningPart = {
  state: { header },
  runtime: {
    follows: ({ program }, { store, change, journal, scopes }) => {
      const parts = { store, journal: bidJournal(journal), scopes };
      const bids = createBidRecorder(parts);
      const records = createRecordReader({ ...parts, change, always: program.knowsAll });
      return {
        begin: () => {
          bids.forget();
          records.forget();
        },
        stateChanged: (state, before, recorded) => {
          if (recorded.includes('bids') || recorded.includes('instances')) bids.record();
          if (state.dialogs !== before.dialogs || state.focus !== before.focus || state.now !== before.now)
            records.readDue();
          return false;
        },
        finish: bids.finish,
      };
    },
  },
};

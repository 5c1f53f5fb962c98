import type { RunningPart } from '../../command/feature.ts';
import { RECORDED_MS } from '../money/known-records.ts';
import { journalEventsAdded } from './history.ts';

/** A history that is open goes on with the journal, and has a picture of prices. */
export const running: RunningPart = {
  runtime: { follows: () => ({ eventsArrived: journalEventsAdded }) },
  state: {
    demands: ({ dialogs }) => ({
      bidRecordsMs: dialogs.some(({ kind }) => kind === 'history') ? RECORDED_MS : null,
    }),
  },
};

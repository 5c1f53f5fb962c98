import type { RunningPart } from '../../command/feature.ts';
import { RECORDED_MS } from '../money/known-records.ts';

/** A digest says what bids cost, and at which prices the lost ones would come back. */
export const running: RunningPart = {
  state: {
    demands: ({ dialogs }) => ({
      bidRecordsMs: dialogs.some(({ kind }) => kind === 'digest') ? RECORDED_MS : null,
    }),
  },
};

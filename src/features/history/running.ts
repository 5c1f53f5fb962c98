import type { RunningPart } from '../../command/feature.ts';
import { RECORDED_MS } from '../money/known-records.ts';

/** The history of a bid has a picture of prices. */
export const running: RunningPart = {
  state: {
    demands: ({ dialogs }) => ({
      bidRecordsMs: dialogs.some(({ kind }) => kind === 'history') ? RECORDED_MS : null,
    }),
  },
};

import type { RunningPart } from '../../command/feature.ts';
import { pauseSetStore } from './state.ts';

/** Sets are kept in the journal, under the project that is shown. */
export const running: RunningPart = {
  runtime: {
    journal: ({ scope }, journal) => ({ pauseSets: pauseSetStore(journal, scope()) }),
  },
};

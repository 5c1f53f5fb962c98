import type { RunningPart } from '../../command/feature.ts';
import { pauseSetStore } from './state.ts';

export const running: RunningPart = {
  runtime: {
    journal: ({ scope }, journal) => ({ pauseSets: pauseSetStore(journal, scope()) }),
  },
};

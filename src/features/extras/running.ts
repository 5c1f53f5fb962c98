import type { RunningPart } from '../../command/feature.ts';
import { allowedExtras } from './all-extras.ts';
import { createExtraReader } from './reader.ts';

export const running: RunningPart = {
  runtime: {
    reads: ({ program, store, change, clock, foreign, profile }) =>
      program.reads.includes('bids')
        ? createExtraReader({ store, change, clock, foreign, extras: () => allowedExtras(profile()) })
        : {},
  },
};

import type { RunningPart } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { allExtras } from './all-extras.ts';
import type { Extra } from './extra.ts';
import { createExtraReader } from './reader.ts';
import { extras } from './settings.ts';

export const running: RunningPart = {
  runtime: {
    reads: ({ program, store, change, clock, foreign, profile }) => {
      if (!program.reads.includes('bids')) return {};
      const allowed = (): readonly Extra[] => {
        const chosen = own(profile(), extras);
        if (chosen === 'off') return [];
        return chosen === 'auto' ? allExtras : allExtras.filter(({ name }) => chosen.includes(name));
      };
      return createExtraReader({ store, change, clock, foreign, extras: allowed });
    },
  },
};

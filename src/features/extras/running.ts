import type { RunningPart } from '../../command/feature.ts';
import { describeError } from '../../lib/os-error.ts';
import { withoutPeriod } from '../../lib/words.ts';
import { showNotice } from '../../store/activity.ts';
import { allowedExtras } from './all-extras.ts';
import { keepNames, readKeptNames } from './kept-names.ts';
import { allowedNames } from './names-lists.ts';
import { isSameList } from './names-of-rows.ts';
import { besideOwnNames, type ServiceNames, serviceNamesOf } from './names-state.ts';
import { createExtraReader } from './reader.ts';

export const running: RunningPart = {
  state: { kept: ['shownNames'] },
  runtime: {
    begun: (state, profile) => besideOwnNames(state, readKeptNames(profile.storage, allowedNames(profile))),
    applied: (state, settings) => {
      const lists = allowedNames(settings);
      const isAllowed = ({ list, from }: ServiceNames): boolean =>
        lists.some((one) => one.list === list && isSameList(one.from, from));
      return besideOwnNames(state, serviceNamesOf(state).filter(isAllowed));
    },
    reads: ({ program, store, change, clock, foreign, profile }) => {
      if (!program.reads.includes('bids')) return {};
      const stopKeeping = store.subscribe((state, before) => {
        if (state.shownNames === before.shownNames) return;
        const known = serviceNamesOf(before);
        try {
          for (const list of serviceNamesOf(state))
            if (known.every(({ readAt, ...one }) => one.list !== list.list || readAt < list.readAt))
              keepNames(profile().storage, list);
        } catch (error) {
          const why = withoutPeriod(describeError(error));
          change((shown) => showNotice(shown, `Names of the service are not kept: ${why}.`, 'warn'));
        }
      });
      const reader = createExtraReader({ store, change, clock, foreign, extras: () => allowedExtras(profile()) });
      return {
        stop: () => {
          stopKeeping();
          reader.stop();
        },
      };
    },
  },
};

import type { PaneParts } from '../../resources/panes.ts';
import type { OwnWork } from '../../resources/resource.ts';

/** Opens the history of a bid. */
export const showHistory: OwnWork = { needs: 'nothing' };

/** The history of a bid. */
export const historyPanes: PaneParts<object> = {
  additions: {
    bids: {
      actions: {
        before: 'bid-instances',
        add: [
          {
            id: 'bid-history',
            key: 'h',
            label: 'History: its states, instances and prices over time',
            searchWords: ['history', 'timeline', 'past', 'chart'],
            hint: 'history',
            effect: { kind: 'work', work: showHistory },
          },
        ],
      },
    },
  },
};

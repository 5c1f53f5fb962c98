import { expect, test } from 'vitest';
import { BEHIND_MS, LATE_MS } from '../../../src/changes/newer.ts';
import { changesIn } from '../../../src/features/digest/changes.ts';
import { NOON } from '../../store/hand-clock.ts';

const action = { list: 'bids', name: 'train', verb: 'change' } as const;
const about = { pane: 'bids', fid: 'bid_1' } as const;

test.each([
  ['as late as a service may carry it out and a replica may be behind', LATE_MS + BEHIND_MS, true],
  ['later', LATE_MS + BEHIND_MS + 1000, false],
])('a price that shows %s is of the operator, or not, in the digest', (_, afterMs, isOwn) => {
  const [key, by] = ['1', 'here'];
  const noted = { kind: 'noted', who: 'operator', outcome: 'done', what: 'Change train', about, action } as const;
  const seen = { kind: 'seen', list: 'bids', fid: 'bid_1', name: 'train', bid: null, bidName: null } as const;
  const at = NOON + afterMs;
  const { bids } = changesIn([
    {
      project: 'p',
      time: { from: NOON - 1, to: at },
      events: [
        { id: 1, key, by, at: NOON, since: null, payload: noted },
        {
          id: 2,
          key: '2',
          by,
          at,
          since: at,
          payload: { ...seen, change: 'changed', field: 'limit_price', from: '$2.00', to: '$3.00' },
        },
      ],
    },
  ]);
  expect(bids.get('bid_1')?.limit ?? null).toEqual(isOwn ? null : { from: '$2.00', to: '$3.00' });
});

import type { RunningPart } from '../../command/feature.ts';
import { createCrossings } from './crossings.ts';
import { headroomSeen, thinBids } from './watch.ts';

export const running: RunningPart = {
  runtime: { follows: (_, following) => createCrossings(following) },
  state: {
    rowsArrived: (state, name) => (name === 'bids' ? headroomSeen(state) : state),
    atRisk: thinBids,
  },
};

import type { JournalEvent } from '../../../src/changes/change-event.ts';
import { EMPTY_FOLD, foldEvents } from '../../../src/changes/fold-events.ts';
import { pastsWith } from '../../../src/features/why/past.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { NOON } from '../../store/hand-clock.ts';

/** A bid that waited before it was allocated. */
const events: readonly JournalEvent[] = (['Open', 'Allocated'] as const).map((to, n) => ({
  id: n + 1,
  key: `seen:${n + 1}`,
  at: NOON - 60_000 + n,
  since: NOON - 61_000 + n,
  by: 'other',
  payload: {
    kind: 'seen',
    list: 'bids',
    fid: 'a',
    name: 'a',
    bid: null,
    bidName: null,
    change: n === 0 ? 'appeared' : 'changed',
    field: n === 0 ? null : 'status',
    from: n === 0 ? null : 'Open',
    to,
  },
}));

/** A journal that was read. */
export function filled(state: ConsoleState): ConsoleState {
  const known = { kind: 'read' as const, pasts: pastsWith(new Map(), events, 'here'), since: NOON, last: 2, gaps: [] };
  return { ...state, knownPasts: known, happened: foldEvents<JournalEvent>(EMPTY_FOLD, events) };
}

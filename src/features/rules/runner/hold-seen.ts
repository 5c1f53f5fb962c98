import { isGone, STALE_MS } from '../../../journal/lease.ts';
import type { StoredLease } from '../../../journal/leases.ts';
import { showNotice } from '../../../store/activity.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { UnseenHold } from '../journal/rules.ts';
import { rulesOf } from '../rules-state.ts';

/** Whether the holder of the lease has seen a hold, or is gone. Another one reads what is held before it begins. */
export const isSeen = (lease: StoredLease | null, { holder, asked }: UnseenHold, now: number): boolean =>
  lease === null || lease.holder !== holder || lease.seen >= asked || isGone(lease, now);

/** A sentence that a hold is not yet seen by the one that runs the rules, when that should have seen it. */
export const notSeenText = (what: string, { runs }: UnseenHold): string =>
  `${what} in the journal, but ${runs} has not seen it within ${STALE_MS / 1000} seconds: it may still send a write.`;

/** Says that a hold of this console was seen by the one that runs the rules, or that it should have been by now. */
export function holdFollowed(state: ConsoleState, lease: StoredLease | null): ConsoleState {
  const { waiting } = rulesOf(state);
  if (waiting === null) return state;
  const { what, at, unseen } = waiting;
  const done = { ...state, rules: { ...rulesOf(state), waiting: null } };
  if (isSeen(lease, unseen, state.now))
    return showNotice(done, `${what}: ${unseen.runs} has seen it, and sends nothing more.`, 'good');
  return Math.abs(state.now - at) < STALE_MS ? state : showNotice(done, notSeenText(what, unseen), 'bad');
}

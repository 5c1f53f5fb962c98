import { sessionOpened } from '../../../src/features/ssh/open-sessions.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { NOON } from '../../store/hand-clock.ts';

/** A login to the first instance. */
export function filled(state: ConsoleState): ConsoleState {
  const [instance] = state.lists.instances.rows.keys();
  if (instance === undefined) return state;
  const about = { fid: 'login', about: instance, instance, destination: 'root@h' };
  return sessionOpened(state, { ...about, startedAt: NOON, endedAt: null, ended: null });
}

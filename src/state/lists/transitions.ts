import type { ServiceError, WholeList } from '../../api/result.ts';
import { serviceLists } from '../../resources/index.ts';
import type { PaneName, Rows, ServiceList } from '../../resources/resource.ts';
import { viewSettled } from '../panes/cursor.ts';
import { arranged, arrangedNow } from '../panes/saved-views.ts';
import { preemptionSeen } from '../preemption.ts';
import { projectsOf } from '../projects.ts';
import { sampled } from '../samples.ts';
import { type Connected, type ConsoleState, startState, withList } from '../state.ts';
import { isOfService } from '../sync/backoff.ts';
import { listConfirmed } from '../sync/pending-writes.ts';
import { type Asked, type Fault, type List, listArrived, listSettled } from './list.ts';
import { observedIn } from './observe.ts';

/** All pages of a list came: the rows are swapped as a whole, and writes that were asked before it are settled by it. */
export function rowsArrived<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  whole: WholeList<Rows[Name]>,
  asked: Asked,
  now: number,
): ConsoleState {
  return viewSettled(rowsTaken(state, name, whole, asked, now), name);
}

/** The same before the cursor and the marks have found their rows again. */
export function rowsTaken<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  whole: WholeList<Rows[Name]>,
  asked: Asked,
  now: number,
): ConsoleState {
  const list: List<Rows[Name]> = state.lists[name];
  const merged = withList(state, name, listArrived(list, whole, asked, now, state.views[name].cursor));
  const projects = projectsOf(state.connected).length;
  const observed = observedIn(name, list, merged.lists, projects, now);
  const arrived = withList<Name>(merged, name, { ...merged.lists[name], observed });
  const clocked = name === 'bids' || name === 'instances' ? preemptionSeen(arrived, name, list, now) : arrived;
  return listConfirmed(sampled(clocked, now), name, asked.turn);
}

/** A page of a list came; the rows stay as they are until the last one has. */
export function pageArrived<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  progress: { readonly pages: number; readonly rows: number },
): ConsoleState {
  return withList(state, name, { ...state.lists[name], loading: progress });
}

/** A list could not be read. Its rows stay, with their age. */
export function listFailed<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  error: ServiceError,
  now: number,
  tryAt: number | null,
): ConsoleState {
  const list = state.lists[name];
  const fault: Fault = { error, since: list.fault?.since ?? now, tryAt };
  return withList<Name>(state, name, { ...list, loading: null, fault });
}

/** The service as a whole is asked again at another time: every list that waits for it says so. */
export function retryMoved(state: ConsoleState, tryAt: number | null): ConsoleState {
  let next = state;
  for (const name of serviceLists) {
    const { fault } = next.lists[name];
    if (fault !== null && isOfService(fault.error))
      next = withList(next, name, { ...next.lists[name], fault: { ...fault, tryAt } });
  }
  return next;
}

/** How long a sentence stays at the foot of the screen when no key takes it away. Milliseconds. */
const NOTICE_MS = 8000;

/** Time goes on: ages, countdowns, and highlights that end. The row under a cursor is not taken away from it. */
export function timePassed(state: ConsoleState, now: number): ConsoleState {
  const notice = state.notice !== null && now - state.notice.at < NOTICE_MS ? state.notice : null;
  let next: ConsoleState = { ...state, now, notice };
  for (const name of serviceLists) next = settled(next, name, now);
  return next;
}

function settled<Name extends PaneName>(state: ConsoleState, name: Name, now: number): ConsoleState {
  const list: List<Rows[Name]> = state.lists[name];
  const next = listSettled(list, now, state.views[name].cursor);
  return next === list ? state : viewSettled(withList(state, name, next), name);
}

/** Another project or profile is shown: nothing of the old one stays on screen, and nothing of it can be undone from here. */
export function sessionSwitched(state: ConsoleState, connected: Connected, looks = arrangedNow(state)): ConsoleState {
  const fresh = startState(connected, state.signs, state.size, state.now);
  return {
    ...arranged(fresh, looks),
    recent: state.recent,
    profiles: state.profiles,
    keyOverrides: state.keyOverrides,
    ownCommands: state.ownCommands,
    runs: state.runs,
    theme: state.theme,
    keysHere: state.keysHere,
    preemptionMs: state.preemptionMs,
    recording: state.recording,
    replay: state.replay,
    lists: { ...fresh.lists, sessions: state.lists.sessions, activity: state.lists.activity },
    focus: state.focus,
    side: state.side,
    zoomed: state.zoomed,
  };
}

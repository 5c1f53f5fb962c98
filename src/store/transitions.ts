import { isOfService } from '../api/backoff.ts';
import type { ListedRow, ServiceError, WholeList } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { raisesSeen } from './alerts.ts';
import { expireHighlights, type List, type ListFailure, mergeRows } from './list.ts';
import { endingsSeen } from './lists/ended-rows.ts';
import { judgingOf } from './lists/judging.ts';
import { mergePage, mergePart, type PartRows } from './lists/merge-part.ts';
import { observedIn } from './lists/observe.ts';
import { currentLayouts, restoreLayouts } from './panes/saved-views.ts';
import { preemptionSeen } from './preemption.ts';
import type { Judging, Poll } from './row-memory.ts';
import { runsSeen } from './run-history.ts';
import { sampled } from './sparklines.ts';
import { startState } from './start-state.ts';
import { type ConnectionState, type ConsoleState, type Lists, marksKept, withList } from './state.ts';
import { withKept, withKeptLists } from './state-part.ts';
import { listConfirmed, writesKept } from './writes/pending-writes.ts';

/** A complete list settles the writes from before its request. */
export function rowsArrived<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  whole: WholeList<Rows[Name]>,
  poll: Poll,
  now: number,
): ConsoleState {
  return marksKept(applyRows(state, name, whole, poll, now), name);
}

export function applyRows<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  whole: WholeList<Rows[Name]>,
  poll: Poll,
  now: number,
  judging: Judging<Rows[Name]> = judgingOf(state, name),
): ConsoleState {
  const list: List<Rows[Name]> = state.lists[name];
  const rows = mergeRows(list, whole, poll, now, state.views[name].cursor, judging);
  const merged = withList(state, name, rows);
  const observed = observedIn(name, list, merged.lists, poll, now);
  const { newer, doubts } = merged.lists[name];
  // A row may have been kept from before the write.
  const isRead = (fid: string | null): boolean =>
    fid === null || ((newer.get(fid)?.sequence ?? poll.sequence) >= poll.sequence && !doubts.has(fid));
  return listConfirmed(withObserved(merged, name, state.lists, observed, now), name, poll.sequence, isRead);
}

/** A part settles the writes to its rows from before its request. */
export function partArrived<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  part: PartRows<Rows[Name]>,
  poll: Poll,
  now: number,
): ConsoleState {
  return marksKept(applyPart(state, name, part, poll, now), name);
}

export function applyPart<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  part: PartRows<Rows[Name]>,
  poll: Poll,
  now: number,
  judging: Judging<Rows[Name]> = judgingOf(state, name),
): ConsoleState {
  const list: List<Rows[Name]> = state.lists[name];
  const merged = withList(state, name, mergePart(list, part, poll, now, judging));
  const covered = new Set([...part.rows.keys(), ...part.gone]);
  const observed = observedIn(name, list, merged.lists, poll, now, covered);
  const { newer } = merged.lists[name];
  const isRead = (fid: string | null): boolean => fid !== null && newer.get(fid)?.sequence === poll.sequence;
  return listConfirmed(withObserved(merged, name, state.lists, observed, now), name, poll.sequence, isRead);
}

function withObserved<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  before: Lists,
  observed: List<Rows[Name]>['observed'],
  now: number,
): ConsoleState {
  const arrived = endingsSeen(withList<Name>(state, name, { ...state.lists[name], observed }), name, now);
  const clocked = name === 'bids' || name === 'instances' ? preemptionSeen(arrived, name, before[name], now) : arrived;
  const raised = name === 'bids' ? raisesSeen(clocked, observed.changes) : clocked;
  const known = sampled(runsSeen(raised, name, before, now), now);
  return state.features.parts.reduce((next, { rowsArrived }) => rowsArrived?.(next, name) ?? next, known);
}

/** The rows stay until the last page has arrived. */
export function pageArrived<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  progress: { readonly pages: number; readonly rows: number },
): ConsoleState {
  return withList(state, name, { ...state.lists[name], loading: progress });
}

/** The cursor stays at the top, on no row, so rows sorted in before don't move it. */
export function firstPagesArrived<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  rows: ReadonlyMap<string, ListedRow<Rows[Name]>>,
  poll: Poll,
  now: number,
): ConsoleState {
  const list: List<Rows[Name]> = state.lists[name];
  return withList(state, name, mergePage(list, rows, poll, now));
}

export function listFailed<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  error: ServiceError,
  now: number,
  tryAt: number | null,
): ConsoleState {
  const list = state.lists[name];
  const failure: ListFailure = { error, since: list.failure?.since ?? now, tryAt };
  return withList<Name>(state, name, { ...list, loading: null, failure });
}

/** For every list that waits for a failing service. */
export function retryMoved(state: ConsoleState, tryAt: number | null): ConsoleState {
  let next = state;
  for (const name of serviceLists) {
    const { failure } = next.lists[name];
    if (failure !== null && isOfService(failure.error))
      next = withList(next, name, { ...next.lists[name], failure: { ...failure, tryAt } });
  }
  return next;
}

const NOTICE_MS = 8000;

/** Advances ages, countdowns and highlights. A removed row under the cursor stays. */
export function timePassed(state: ConsoleState, now: number): ConsoleState {
  const notice = state.notice !== null && now - state.notice.at < NOTICE_MS ? state.notice : null;
  let next: ConsoleState = { ...state, now, notice };
  for (const name of serviceLists) next = settled(next, name, now);
  return next;
}

function settled<Name extends PaneName>(state: ConsoleState, name: Name, now: number): ConsoleState {
  const list: List<Rows[Name]> = state.lists[name];
  const next = expireHighlights(list, now, state.views[name].cursor);
  return next === list ? state : marksKept(withList(state, name, next), name);
}

/** Pending writes and undo of the old project or profile are kept until it is shown again. */
export function profileSwitched(
  state: ConsoleState,
  connected: ConnectionState,
  layouts = currentLayouts(state),
): ConsoleState {
  const { zoomed, preview, sizes } = state;
  const fresh = {
    ...startState(state.features, connected, state.glyphs, state.size, state.now),
    zoomed,
    preview,
    sizes,
  };
  const shown = {
    ...restoreLayouts(fresh, layouts),
    ...writesKept(state, connected),
    recent: state.recent,
    typedAtAnswer: state.typedAtAnswer,
    profiles: state.profiles,
    keyOverrides: state.keyOverrides,
    theme: state.theme,
    localSshKeys: state.localSshKeys,
    preemptionMs: state.preemptionMs,
    pace: state.pace,
    shownInstead: state.shownInstead,
    lists: withKeptLists({ ...fresh.lists, activity: state.lists.activity }, state),
    focus: state.focus,
    focusBefore: state.focusBefore,
    tab: state.tab,
  };
  return withKept(shown, state);
}

export function frozen(state: ConsoleState): ConsoleState {
  const lists = state.features.parts.reduce((all, part) => part.frozen?.(all, state.now) ?? all, state.lists);
  return { ...state, frozen: lists };
}

/** A gone row under the cursor keeps its place, drawn as gone. */
export function thawed(state: ConsoleState): ConsoleState {
  return state.features.paneNames.reduce<ConsoleState>((now, name) => withCursorRow(now, state, name), {
    ...state,
    frozen: null,
  });
}

function withCursorRow<Name extends PaneName>(state: ConsoleState, before: ConsoleState, name: Name): ConsoleState {
  const { cursor } = state.views[name];
  const list: List<Rows[Name]> = state.lists[name];
  const listed = cursor === null ? undefined : before.frozen?.[name].rows.get(cursor);
  if (cursor === null || listed === undefined || list.rows.has(cursor)) return marksKept(state, name);
  const removing = new Map(list.removing).set(cursor, { listed, at: state.now });
  return marksKept(withList(state, name, { ...list, removing }), name);
}

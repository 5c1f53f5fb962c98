import type { Bid } from '../contract/bid.ts';
import type { ActivityRow } from '../resources/local-rows.ts';
import type { Write } from '../resources/write.ts';
import { reconcileCursor } from './panes/cursor.ts';
import { type ConsoleState, type Notice, withList } from './state.ts';

/** As many lines as the activity list keeps in memory. */
export const MAX_HAPPENINGS = 1000;

/** Puts a line into the activity list, or a newer version of a line that is there. */
export function addActivity(state: ConsoleState, activityRow: ActivityRow): ConsoleState {
  return addActivities(state, [activityRow]);
}

/** The same of several at once, the oldest first. */
export function addActivities(state: ConsoleState, activityRows: readonly ActivityRow[]): ConsoleState {
  if (activityRows.length === 0) return state;
  const list = state.lists.activity;
  const rows = new Map(list.rows);
  for (const activityRow of activityRows)
    rows.set(activityRow.fid, { row: activityRow, raw: JSON.stringify(activityRow) });
  for (const oldest of rows.keys()) {
    if (rows.size <= MAX_HAPPENINGS) break;
    rows.delete(oldest);
  }
  return reconcileCursor(withList(state, 'activity', { ...list, rows, fetchedAt: state.now }), 'activity');
}

/** What the operator did, as a line of the activity list. */
export function operatorActivity(
  id: number,
  write: Write,
  at: number,
  outcome: ActivityRow['outcome'],
  more: string,
): ActivityRow {
  const what = `${write.verb[0]?.toUpperCase()}${write.verb.slice(1)} ${write.name}${more}`;
  return {
    fid: `deed-${id}`,
    at,
    since: null,
    from: 'here',
    who: 'operator',
    outcome,
    what,
    about: write.fid === null ? null : { pane: write.list, fid: write.fid },
  };
}

/** A sentence at the foot of the screen, until the next key. */
export function showNotice(state: ConsoleState, text: string, tone: Notice['tone'] = 'plain'): ConsoleState {
  return { ...state, notice: { text, tone, at: state.now } };
}

/** Something calls for the operator: at the foot of the screen, unless a form or another modal has it. */
export function showAlert(state: ConsoleState, text: string): ConsoleState {
  return state.dialogs.length === 0 ? showNotice(state, text, 'bad') : state;
}

/** The operator's own program was told of a preemption and has ended. */
export function hookFinished(
  state: ConsoleState,
  bid: Bid,
  at: number,
  end: { readonly ok: boolean; readonly text: string },
): ConsoleState {
  const what = `on_preempt ran for ${bid.name || bid.fid}: ${end.text}`;
  return aboutPreemption(state, bid, at, end.ok ? 'done' : 'refused', what);
}

/** The operator's own program can't be told of a preemption; `why` is a sentence. */
export function hookNotRun(state: ConsoleState, bid: Bid, at: number, why: string): ConsoleState {
  const what = `on_preempt did not run for ${bid.name || bid.fid}: ${why}`;
  return aboutPreemption(showNotice(state, why, 'bad'), bid, at, 'refused', what);
}

function aboutPreemption(
  state: ConsoleState,
  { fid }: Bid,
  at: number,
  outcome: ActivityRow['outcome'],
  what: string,
): ConsoleState {
  const about = { pane: 'bids', fid } as const;
  return addActivity(state, {
    fid: `told-${fid}`,
    at,
    since: null,
    from: 'here',
    who: 'operator',
    outcome,
    what,
    about,
  });
}

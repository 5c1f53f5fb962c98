import type { Outcome, ServiceError } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Rows } from '../../resources/rows.ts';
import type { Write, Written, WrittenRow } from '../../resources/write.ts';
import { describeOutcome } from '../../resources/write-outcome.ts';
import { addActivity, operatorActivity } from '../activity.ts';
import { rowAnswered } from '../lists/list.ts';
import { reconcileCursor } from '../panes/cursor.ts';
import { type ConsoleState, withList, withView } from '../state.ts';
import { writeAwaitsList, writeSettled } from './pending-writes.ts';

/** Most changes that can be undone one after the other. */
const UNDO_LIMIT = 50;

/** A write and its outcome; `session` is the session that was shown when it was sent. */
export type FinishedWrite = {
  readonly write: Write;
  readonly outcome: Outcome<Written, ServiceError>;
  readonly session: string;
};

/** Returns profile and project as a text to compare: rows of one session are never rows of another. */
export const sessionOf = ({ connected }: ConsoleState): string =>
  JSON.stringify([connected.profile, connected.project]);

/** Times at which a write was sent and ended; `sequence` is the number of its end among polls and writes. */
type Timing = { readonly id: number; readonly sentAt: number; readonly sequence: number; readonly now: number };

/** Applies the outcome of a write to rows, pending writes and the activity list. */
export function writeFinished(
  state: ConsoleState,
  { write, outcome, session }: FinishedWrite,
  { id, sentAt, sequence, now }: Timing,
): ConsoleState {
  const { kind, reason } = describeOutcome(write, outcome);
  const recorded = addActivity(state, operatorActivity(id, write, sentAt, kind, reason === null ? '' : `: ${reason}`));
  if (kind === 'refused') return writeSettled(recorded, id);
  // A row of a project that is no longer shown does not belong in the lists.
  if (outcome.ok && session !== sessionOf(state)) return recorded;
  if (outcome.ok && outcome.value.kind === 'row')
    return withRow(writeSettled(recorded, id), outcome.value, sequence, now);
  return writeAwaitsList(recorded, id, kind, sequence);
}

function withRow<Name extends ServiceList>(
  state: ConsoleState,
  { list, row }: WrittenRow<Name>,
  sequence: number,
  now: number,
): ConsoleState {
  return reconcileCursor(withList(state, list, rowAnswered<Rows[Name]>(state.lists[list], row, sequence, now)), list);
}

/** Removes the marks of rows whose write succeeded; refused rows stay marked, to try again. */
export function withoutMarks(state: ConsoleState, finished: readonly FinishedWrite[]): ConsoleState {
  return finished.reduce((now, { write: { list, fid }, outcome }) => {
    const { marks } = now.views[list];
    if (!outcome.ok || fid === null || !marks.has(fid)) return now;
    return withView(now, list, { marks: new Set([...marks].filter((marked) => marked !== fid)) });
  }, state);
}

/** Makes successful writes undoable, unless another project is shown by now. */
export function withUndo(state: ConsoleState, finished: readonly FinishedWrite[]): ConsoleState {
  const undo = finished.flatMap(({ write, outcome, session }) =>
    outcome.ok && write.undo !== null && session === sessionOf(state) ? [write.undo] : [],
  );
  return undoable(state, undo);
}

/** Makes a refused undo available again; one that may have been carried out is not repeated. */
export function withUndoAgain(state: ConsoleState, finished: readonly FinishedWrite[]): ConsoleState {
  const again = finished.flatMap(({ write, outcome, session }) => {
    const isGone = !outcome.ok && outcome.error.kind === 'not-found';
    const isRefused = describeOutcome(write, outcome).kind === 'refused';
    return isRefused && !isGone && session === sessionOf(state) ? [write] : [];
  });
  return undoable(state, again);
}

/** Adds writes that undo changes, as the next group that `undo` offers. */
export function undoable(state: ConsoleState, writes: readonly Write[]): ConsoleState {
  return writes.length === 0 ? state : { ...state, undo: [...state.undo, writes].slice(-UNDO_LIMIT) };
}

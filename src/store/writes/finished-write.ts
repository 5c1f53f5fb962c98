import type { ServiceList } from '../../contract/lists.ts';
import { type Made, writtenRow } from '../../resources/made.ts';
import type { ActivityRow, Place, Rows } from '../../resources/rows.ts';
import type { Write, WrittenRow } from '../../resources/write.ts';
import { describeOutcome } from '../../resources/write-outcome.ts';
import { addActivity, operatorActivity } from '../activity.ts';
import { rowAnswered } from '../list.ts';
import { judgingOf } from '../lists/judging.ts';
import { type ConsoleState, marksKept, withList, withView } from '../state.ts';
import { isShown, undoable, withOwnWrites, writeAwaitsList, writeSettled } from './pending-writes.ts';

export type FinishedWrite = {
  readonly write: Write;
  readonly outcome: Made;
  readonly place: Place;
};

type Timing = { readonly id: number; readonly sentAt: number; readonly sequence: number; readonly now: number };

export function endedActivity(
  { write, outcome, place }: FinishedWrite,
  { id, sentAt }: Pick<Timing, 'id' | 'sentAt'>,
): ActivityRow {
  const { kind, reason } = describeOutcome(write, outcome);
  return operatorActivity(id, write, sentAt, kind, reason === null ? '' : `: ${reason}`, place);
}

export function writeFinished(state: ConsoleState, finished: FinishedWrite, timing: Timing): ConsoleState {
  const { write, outcome, place } = finished;
  const { id, sequence, now } = timing;
  const { kind } = describeOutcome(write, outcome);
  const row = writtenRow(outcome);
  const recorded = addActivity(state, endedActivity(finished, timing));
  const settled = withOwnWrites(recorded, place, (own) => {
    // Only a creation's answer surely shows its result.
    const isMade = write.fid === null && row !== null;
    if (kind === 'refused' || outcome.kind === 'refused' || isMade) return writeSettled(own, id);
    return writeAwaitsList(own, id, outcome.kind === 'accepted' ? 'accepted' : kind, sequence, now);
  });
  // Rows of a project no longer shown don't belong in the lists.
  return row !== null && isShown(state, place) ? withRow(settled, row, sequence, now) : settled;
}

function withRow<Name extends ServiceList>(
  state: ConsoleState,
  { list, row }: WrittenRow<Name>,
  sequence: number,
  now: number,
): ConsoleState {
  const judging = judgingOf(state, list);
  return marksKept(
    withList(state, list, rowAnswered<Rows[Name]>(state.lists[list], row, sequence, now, judging)),
    list,
  );
}

/** Refused rows stay marked, to try again. */
export function withoutMarks(state: ConsoleState, finished: readonly FinishedWrite[]): ConsoleState {
  return finished.reduce((now, { write: { list, fid }, outcome }) => {
    const { marks } = now.views[list];
    if (outcome.kind !== 'made' || fid === null || !marks.has(fid)) return now;
    return withView(now, list, { marks: new Set([...marks].filter((marked) => marked !== fid)) });
  }, state);
}

/** Undo belongs to the place of sending, shown or not. */
export function withUndo(state: ConsoleState, finished: readonly FinishedWrite[], now: number): ConsoleState {
  const undo = finished.flatMap(({ write, outcome }) =>
    outcome.kind === 'made' && write.undo !== null ? [write.undo] : [],
  );
  return undoableIn(state, finished[0]?.place, undo, now);
}

/** A refused undo can be tried again; one with an unknown outcome is not repeated. */
export function withUndoAgain(state: ConsoleState, finished: readonly FinishedWrite[], now: number): ConsoleState {
  const again = finished.flatMap(({ write, outcome }) => {
    const isRefused = outcome.kind === 'refused' && outcome.error.kind !== 'not-found';
    return isRefused ? [write] : [];
  });
  return undoableIn(state, finished[0]?.place, again, now);
}

/** `undo` offers these writes next in their place. */
export function undoableIn(
  state: ConsoleState,
  place: Place | undefined,
  writes: readonly Write[],
  now: number,
): ConsoleState {
  return place === undefined ? state : withOwnWrites(state, place, (own) => undoable(own, writes, now));
}

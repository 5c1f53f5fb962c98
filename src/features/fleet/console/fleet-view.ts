import { keepLast } from '../../../lib/memoize.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { dialogChanged } from '../../../store/dialogs/dialog-stack.ts';
import { contextOf } from '../../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import { ALL, type Change, isAllowed, keyOfChange, keyOfRow, type Plan } from '../plan/change.ts';
import { planOf } from '../plan/plan.ts';
import { drawnComparison, pausedByRulesOf } from './known-fleet.ts';

declare module '../../../store/dialog-state.ts' {
  interface DialogStates {
    /** The cursor's change, its last position, and the marked changes. */
    readonly fleet: {
      readonly cursor: string | null;
      readonly at: number;
      readonly marks: ReadonlySet<string>;
    };
  }
}

type Own = DialogState<'fleet'>;

/** `at` is the index of the cursor's change, -1 once it is gone. */
export type FleetView = {
  readonly plan: Plan;
  readonly at: number;
  readonly marked: readonly Change[];
};

const NOTHING: ReadonlySet<string> = new Set();
const lastPlan = keepLast<Plan>();

/** The plan for the marked changes; null while nothing is compared. */
export function fleetView(state: ConsoleState, { cursor, marks }: Own): FleetView | null {
  const comparison = drawnComparison(state);
  if (comparison.kind !== 'compared') return null;
  const { file } = comparison;
  const { instances } = drawnLists(state);
  const { aliases, budget } = state.connected;
  const plan = lastPlan([comparison, instances.rows, marks, aliases, budget], () =>
    planOf(file, contextOf(state), { ...ALL, chosen: marks }, pausedByRulesOf(state)),
  );
  return {
    plan,
    at: plan.changes.findIndex((change) => keyOfChange(change) === cursor),
    marked: plan.changes.filter((change) => marks.has(keyOfChange(change))),
  };
}

export function changeUnderCursor(state: ConsoleState, own: Own): Change | null {
  const view = fleetView(state, own);
  return view?.plan.changes[view.at] ?? null;
}

/** The marked changes, or without marks the one under the cursor. */
export function chosenChanges(state: ConsoleState, own: Own): readonly Change[] {
  const view = fleetView(state, own);
  if (view === null) return [];
  if (own.marks.size > 0) return view.marked;
  const change = view.plan.changes[view.at];
  return change === undefined ? [] : [change];
}

export function withoutSpentMarks(state: ConsoleState): ConsoleState {
  const dialogs = state.dialogs.map((dialog) => {
    if (dialog.kind !== 'fleet') return dialog;
    const marks = new Set(fleetView(state, dialog)?.marked.map(keyOfChange) ?? dialog.marks);
    return marks.size === dialog.marks.size ? dialog : { ...dialog, marks };
  });
  return { ...state, dialogs };
}

/** Moves the cursor by a function of its index; a lost cursor starts from its last index. */
export function moved(state: ConsoleState, to: (at: number, last: number) => number): ConsoleState {
  return dialogChanged(state, 'fleet', (own) => {
    const view = fleetView(state, own);
    const last = (view?.plan.changes.length ?? 0) - 1;
    if (view === null || last < 0) return own;
    const from = view.at >= 0 ? view.at : Math.min(own.at, last);
    const at = Math.max(0, Math.min(to(from, last), last));
    const change = view.plan.changes[at];
    return change === undefined ? own : { ...own, at, cursor: keyOfChange(change) };
  });
}

export function markToggled(state: ConsoleState): ConsoleState {
  return dialogChanged(state, 'fleet', (own) => {
    const change = changeUnderCursor(state, own);
    if (change === null) return own;
    const marks = new Set(own.marks);
    if (!marks.delete(keyOfChange(change))) marks.add(keyOfChange(change));
    return { ...own, marks };
  });
}

/** The options of `apply` when none is given. */
const WITHOUT_OPTIONS = { prune: false, replace: false, rules: false };

/** Marks everything `apply` would do without options; again: nothing. */
export function allMarked(state: ConsoleState): ConsoleState {
  return dialogChanged(state, 'fleet', (own) => {
    const changes = fleetView(state, own)?.plan.changes ?? [];
    const wanted = changes.filter((change) => isAllowed(change, WITHOUT_OPTIONS)).map(keyOfChange);
    const isMarked = wanted.every((key) => own.marks.has(key));
    return { ...own, marks: isMarked ? NOTHING : new Set([...own.marks, ...wanted]) };
  });
}

/** Starts at the row's first difference, or at the first of all. */
export function openedAt(state: ConsoleState, fid: string | null): Own {
  const own: Own = { kind: 'fleet', cursor: null, at: 0, marks: NOTHING };
  const changes = fleetView(state, own)?.plan.changes ?? [];
  const found = changes.findIndex((change) => keyOfRow(change) === fid);
  const at = Math.max(0, found);
  const change = changes[at];
  return { ...own, at, cursor: change === undefined ? null : keyOfChange(change) };
}

import type { Outcome } from '../api/result.ts';
import { withoutPeriod } from '../lib/words.ts';
import { whyNotChanged } from '../resources/parts/other-project.ts';
import type { Action, Effect, EffectNeeds } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { listedOnPage } from './dialogs/dialog-stack.ts';
import { cursorRow, isGone, targetsIn, whyGone } from './lists/visible-rows.ts';
import { readOnlyReason, refusedWithoutService } from './read-only.ts';
import { liveContextOf } from './row-context.ts';
import type { ConsoleState } from './state.ts';
import { busyFids, stillInProgress } from './writes/pending-writes.ts';

const NEEDS: { readonly [Kind in Exclude<Effect<never>['kind'], 'work'>]: EffectNeeds } = {
  write: 'service',
  destroy: 'service',
  delegate: 'service',
  form: 'service',
  new: 'service',
  jump: 'nothing',
};

/** Null when the action is possible. One allowed row of several is enough. */
export function disabledReason<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
  fids?: readonly string[],
): string | null {
  const { effect } = action;
  const needs = effect.kind === 'work' ? effect.work.needs : NEEDS[effect.kind];
  const unchangeable = refusedWithoutService(state, 'it cannot be changed.');
  if (unchangeable !== null && needs === 'service') return unchangeable;
  if (needs === 'instance') {
    const unreachable = refusedWithoutService(state, 'its instances cannot be reached.');
    if (unreachable !== null) return unreachable;
  }
  const readOnly = needs === 'service' ? readOnlyReason(state.connected) : null;
  if (readOnly !== null) return readOnly;
  if (effect.kind === 'new') return null;
  if (fids === undefined && listedOnPage(state, name) === undefined && isUnsettled(state, name))
    return 'Rows are still arriving. Move to a row first.';
  const rows = liveRows(state, name, fids ?? targetsOf(state, name, action));
  const [first] = rows;
  if (first === undefined) return whyGone(state, name);
  if (effect.kind === 'delegate') return delegateRefusal(state, rows, effect);
  return rows.some((row) => rowRefusal(state, name, action, row) === null)
    ? null
    : rowRefusal(state, name, action, first);
}

function delegateRefusal<Row>(
  state: ConsoleState,
  rows: readonly Row[],
  { action, bids }: Extract<Effect<Row>, { kind: 'delegate' }>,
): string | null {
  const found = bids(rows, liveContextOf(state));
  return found.ok ? disabledReason(state, 'bids', action, found.value.fids) : found.error;
}

export const changesRows = <Row>({ effect }: Action<Row>): boolean =>
  effect.kind === 'write' || effect.kind === 'destroy' || effect.kind === 'delegate';

/** A form for several rows ends in a change. */
const endsInChange = <Row>(action: Action<Row>): boolean =>
  changesRows(action) || (action.effect.kind === 'form' && action.effect.several !== undefined);

/** First pages still move their rows, and none was chosen. */
function isUnsettled({ lists, views }: ConsoleState, name: PaneName): boolean {
  return lists[name].partialSince !== null && views[name].cursor === null && views[name].marks.size === 0;
}

/** A pending write first, then another project, then the action's own reason. */
function rowRefusal<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
  row: Rows[Name],
): string | null {
  const label = nameOf(state, name, row);
  const context = liveContextOf(state);
  if (!endsInChange(action)) return action.disabledReason?.(row, context) ?? null;
  if (changesRows(action) && busyFids(state).has(row.fid)) return stillInProgress(label);
  return whyNotChanged(action, label, row, context);
}

/** `leftOut`: why others don't; a sentence without its period. */
export type AllowedRows<Row> = { readonly rows: readonly Row[]; readonly leftOut: string | null };

export function allowedFor<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
  fids: readonly string[],
): Outcome<AllowedRows<Rows[Name]>, string> {
  const why = disabledReason(state, name, action, fids);
  if (why !== null) return { ok: false, error: why };
  const judged = liveRows(state, name, fids).map((row) => ({ row, refusal: rowRefusal(state, name, action, row) }));
  const refusals = judged.flatMap(({ refusal }) => refusal ?? []);
  return {
    ok: true,
    value: {
      rows: judged.flatMap(({ row, refusal }) => (refusal === null ? [row] : [])),
      leftOut: leftOutOf(refusals, judged.length),
    },
  };
}

/** `2 of 7 are left out: train-llama is not paused, and 1 more` */
function leftOutOf([first, ...others]: readonly string[], all: number): string | null {
  if (first === undefined) return null;
  const why = withoutPeriod(first);
  return others.length === 0
    ? `1 of ${all} is left out: ${why}`
    : `${others.length + 1} of ${all} are left out: ${why}, and ${others.length} more`;
}

/** A page acts on its own row, despite any marks. */
const NO_MARKS: ReadonlySet<string> = new Set();

/** The marked rows, or those of the line under the cursor. */
export function targetsOf<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
): readonly string[] {
  const { effect } = action;
  if (!changesRows(action) && !(effect.kind === 'form' && effect.several !== undefined))
    return fidUnderCursor(state, name);
  const rows: readonly Rows[Name][] = targetsIn(state, name);
  const marks = listedOnPage(state, name) === undefined ? state.views[name].marks : NO_MARKS;
  const underCursor = effect.kind === 'delegate' ? effect.underCursor : undefined;
  return rows.flatMap((row) => (underCursor === undefined || marks.has(row.fid) ? [row.fid] : underCursor(row)));
}

export function fidUnderCursor(state: ConsoleState, name: PaneName): readonly string[] {
  const onPage = listedOnPage(state, name);
  if (onPage !== undefined) return onPage.map(({ fid }) => fid);
  const at = cursorRow(state, name);
  return at === undefined || isGone(state, name, at.row.fid) ? [] : [at.row.fid];
}

export function liveRows<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  fids: readonly string[],
): readonly Rows[Name][] {
  return fids.flatMap((fid) => state.lists[name].rows.get(fid)?.row ?? []);
}

export function nameOf<Name extends PaneName>(state: ConsoleState, name: Name, row: Rows[Name]): string {
  return state.features.panes[name].labelOf(row);
}

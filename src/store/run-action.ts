import type { Form } from '../resources/form.ts';
import type { Action, Effect, OwnWork } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { showNotice } from './activity.ts';
import { type Controller, update } from './controller.ts';
import { dialogOpened } from './dialogs/dialog-stack.ts';
import { formOpened } from './dialogs/form-state.ts';
import { changesRows, disabledReason, fidUnderCursor, liveRows, targetsOf } from './disabled-reason.ts';
import { hiddenMarks, targetsIn } from './lists/visible-rows.ts';
import { cursorAt, filterPreset, paneFocused, rowSelected } from './panes/cursor.ts';
import { leftOutSentence } from './question.ts';
import { ask } from './questions/ask.ts';
import { liveContextOf } from './row-context.ts';
import type { ConsoleState } from './state.ts';

/** Begins a feature's work; `fid` is the row under the cursor. */
export type Work = (controller: Controller, fid: string | null) => void;

declare module './state.ts' {
  interface Features {
    /** Absent in a program without a screen. */
    readonly works?: ReadonlyMap<OwnWork, Work>;
  }
}

/** The key press that starts an action, and whether it came alone. */
export type Tap = { readonly key: string; readonly alone: boolean };

/** Runs an action on the marked rows or the one under the cursor, asks first, or shows why it can't be done. */
export function runAction<Name extends PaneName>(
  controller: Controller,
  name: Name,
  action: Action<Rows[Name]>,
  tap: Tap,
): void {
  const state = controller.store.getState();
  if (changesRows(action)) {
    const fids = targetsOf(state, name, action);
    const hidden = hiddenMarks(state, name);
    ask(controller, { kind: 'action', pane: name, action: action.id, fids, hidden, direct: tap.alone }, tap.key);
  } else openOrJump(controller, name, action);
}

/** An action that changes no row opens a dialog, begins a feature's work, or jumps. */
function openOrJump<Name extends PaneName>(controller: Controller, name: Name, action: Action<Rows[Name]>): void {
  const state = controller.store.getState();
  const why = disabledReason(state, name, action);
  if (why !== null) {
    update(controller, (now) => showNotice(now, why, 'warn'));
    return;
  }
  const context = liveContextOf(state);
  const { effect } = action;
  const [at] = liveRows(state, name, fidUnderCursor(state, name));
  switch (effect.kind) {
    case 'write':
    case 'destroy':
    case 'delegate':
      return;
    case 'new':
      update(controller, (now) => dialogOpened(now, formOpened(effect.open(context), context)));
      return;
    case 'form': {
      const form = formFor(state, name, effect);
      if (form !== null) update(controller, (now) => dialogOpened(now, formOpened(form, context)));
      return;
    }
    case 'work':
      state.features.works?.get(effect.work)?.(controller, at?.fid ?? null);
      return;
    case 'jump': {
      const jump = at === undefined ? null : effect.to(at, context);
      if (jump === null) return;
      if (typeof jump === 'string') update(controller, (now) => showNotice(now, jump, 'warn'));
      else {
        const { pane, fid, filter, alongside } = jump;
        update(controller, (now) => {
          const next = jumped(now, pane, fid, filter);
          return alongside === undefined ? next : filterPreset(next, alongside.pane, alongside.filter);
        });
      }
      return;
    }
  }
}

/** For several marked rows together, or for one row. */
function formFor<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  effect: Extract<Effect<Rows[Name]>, { kind: 'form' }>,
): Form | null {
  const { several } = effect;
  const fids = several === undefined ? fidUnderCursor(state, name) : targetsIn(state, name).map(({ fid }) => fid);
  const rows = liveRows(state, name, fids);
  const [first] = rows;
  if (first === undefined) return null;
  const hidden = hiddenMarks(state, name);
  if (several === undefined || (rows.length === 1 && hidden === null)) return effect.open(first, liveContextOf(state));
  const note = hidden === null ? null : `${leftOutSentence(hidden)}.`;
  return several.open(rows, { production: state.connected.production, note });
}

/** Focuses another pane, filtered, or at a row. */
export function jumped(state: ConsoleState, pane: PaneName, fid: string | null, filter: string | null): ConsoleState {
  const focused = paneFocused({ ...state, notice: null }, pane);
  const filtered = filter === null ? focused : filterPreset(focused, pane, filter);
  return fid === null ? cursorAt(filtered, pane, 0) : rowSelected(filtered, pane, fid);
}

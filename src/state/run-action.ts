import { confirmationNeeded, typedCount } from '../resources/bids/confirm.ts';
import type { Form } from '../resources/form.ts';
import type { Action, Confirmation, Effect } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { showNotice } from './activity.ts';
import { bidEvents, type Controller, update, withRemote } from './controller.ts';
import { type ArmedFor, type HiddenMarks, leftOutSentence } from './dialogs/armed-action.ts';
import { historyOpened } from './dialogs/bid-history.ts';
import { armedWith, confirmationOpened } from './dialogs/confirmation.ts';
import { dialogOpened } from './dialogs/dialog-stack.ts';
import { formOpened } from './dialogs/form-state.ts';
import { allowedFor, disabledReason, fidUnderCursor, liveRows, nameOf } from './disabled-reason.ts';
import { hiddenMarks, targetsIn } from './lists/visible-rows.ts';
import { cursorAt, filterTyped, paneFocused, rowSelected } from './panes/cursor.ts';
import { liveContextOf } from './row-context.ts';
import type { ConsoleState } from './state.ts';

/** The key press that starts an action: its name, and whether it came alone. */
export type Tap = { readonly key: string; readonly alone: boolean };

/** Runs an action on the marked rows or the one under the cursor, asks first, or shows why it can't be done. */
export function runAction<Name extends PaneName>(
  controller: Controller,
  name: Name,
  action: Action<Rows[Name]>,
  tap: Tap,
): void {
  const state = controller.store.getState();
  const { kind } = action.effect;
  if (kind === 'write' || kind === 'destroy') {
    const fids = targetsIn(state, name).map(({ fid }) => fid);
    change(controller, name, action, { fids, hidden: hiddenMarks(state, name), tap, agreed: null });
  } else openOrJump(controller, name, action);
}

/** The rows of an action that changes rows, the hidden marked rows, and the sentence that was already confirmed. */
export type Change = {
  readonly fids: readonly string[];
  readonly hidden: HiddenMarks | null;
  readonly tap: Tap;
  readonly agreed: string | null;
};

/** Changes rows, or asks first, with the effect on the rows as they are now. */
export function change<Name extends PaneName>(
  controller: Controller,
  name: Name,
  action: Action<Rows[Name]>,
  { fids, hidden, tap, agreed }: Change,
): void {
  const state = controller.store.getState();
  const outcome = allowedFor(state, name, action, fids);
  if (!outcome.ok) {
    update(controller, (now) => showNotice(now, outcome.error, 'warn'));
    return;
  }
  const allowed = outcome.value;
  const context = liveContextOf(state);
  const { effect } = action;
  if (effect.kind !== 'write' && effect.kind !== 'destroy') return;
  const writes = allowed.map((row) => effect.write(row, context));
  const about: ArmedFor = { kind: 'action', pane: name, action: action.id, fids };
  if (effect.kind === 'destroy') {
    const confirmation = guarded(effect.ask(allowed, context), state, name, allowed);
    update(controller, (now) => confirmationOpened(now, confirmation, { writes, hidden, for: about }));
    return;
  }
  const impact = effect.impact(allowed, context);
  const { confirm, production } = state.connected;
  // Marked rows are never left out silently.
  const alone = tap.alone && hidden === null;
  switch (confirmationNeeded(impact, { confirm, production, alone })) {
    case 'nothing':
      withRemote(controller, (remote) => remote.send(writes));
      return;
    case 'second-tap':
      // When a row has changed since the question, the console asks again.
      if (agreed === impact.sentence) withRemote(controller, (remote) => remote.send(writes));
      else update(controller, (now) => armedWith(now, { key: tap.key, sentence: impact.sentence, hidden, for: about }));
      return;
    case 'typed-count':
      update(controller, (now) => confirmationOpened(now, typedCount(impact), { writes, hidden, for: about }));
  }
}

/** Runs an action that changes no row: it opens a dialog or a terminal session, or jumps. */
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
      return;
    case 'new':
      update(controller, (now) => dialogOpened(now, formOpened(effect.open(context))));
      return;
    case 'form': {
      const form = formFor(state, name, effect);
      if (form !== null) update(controller, (now) => dialogOpened(now, formOpened(form)));
      return;
    }
    case 'ssh': {
      const login = at === undefined ? null : effect.to(at, context);
      if (login !== null) withRemote(controller, (remote) => remote.openSsh(login, effect.where));
      return;
    }
    case 'end-session':
      if (at !== undefined) withRemote(controller, (remote) => remote.endSession(effect.session(at)));
      return;
    case 'history': {
      if (at === undefined) return;
      const events = bidEvents(controller, at.fid);
      update(controller, (now) => historyOpened(now, at.fid, events));
      return;
    }
    case 'jump': {
      const jump = at === undefined ? null : effect.to(at, context);
      if (jump === null) return;
      if (typeof jump === 'string') update(controller, (now) => showNotice(now, jump, 'warn'));
      else {
        const { pane, fid, filter, alongside } = jump;
        update(controller, (now) => {
          const next = jumped(now, pane, fid, filter);
          return alongside === undefined ? next : filterTyped(next, alongside.pane, alongside.filter);
        });
      }
      return;
    }
  }
}

/** Returns the form for several marked rows together, or for the one row that is marked or under the cursor. */
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

/** Requires typing on a production profile: the name of the row, or the number of rows. */
function guarded<Name extends PaneName>(
  confirmation: Confirmation,
  { connected }: ConsoleState,
  name: Name,
  rows: readonly Rows[Name][],
): Confirmation {
  const [first] = rows;
  if (!connected.production || confirmation.typed !== null || first === undefined) return confirmation;
  return { ...confirmation, typed: rows.length === 1 ? nameOf(name, first) : String(rows.length) };
}

/** Moves the focus to another pane, filtered, or with a row selected. */
export function jumped(state: ConsoleState, pane: PaneName, fid: string | null, filter: string | null): ConsoleState {
  const focused = paneFocused({ ...state, notice: null }, pane);
  const filtered = filter === null ? focused : filterTyped(focused, pane, filter);
  return fid === null ? cursorAt(filtered, pane, 0) : rowSelected(filtered, pane, fid);
}

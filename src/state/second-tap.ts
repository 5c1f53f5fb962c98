import type { Outcome } from '../api/result.ts';
import { resources } from '../resources/index.ts';
import type { Action } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import { showNotice } from './activity.ts';
import { type Controller, update, withRemote } from './controller.ts';
import { type ArmedFor, type Asked, type HiddenMarks, isSameQuestion, isSameRows } from './dialogs/armed-action.ts';
import { disarmed } from './dialogs/confirmation.ts';
import { dialogClosed, topDialog } from './dialogs/dialog-stack.ts';
import { asGroup, pauseAsGroup } from './pause-groups.ts';
import { changedBy, plannedChange } from './planned-change.ts';
import { rulesAsked, rulesConfirmed } from './rules/holding.ts';
import { change } from './run-action.ts';
import { sendChange } from './send-change.ts';
import type { ConsoleState } from './state.ts';

/** Carries out the action of the first tap, or asks again when its effect has changed since. */
export function tappedAgain(controller: Controller): void {
  const { armed } = controller.store.getState();
  if (armed === null) return;
  update(controller, disarmed);
  carryOn(controller, armed.for, { key: armed.key, agreed: armed, fids: armed.for.fids });
}

/** Keeps the question of a first tap true: asks anew when its effect has changed, and shows why when it is no longer possible. */
export function tapRenewed(state: ConsoleState): ConsoleState {
  const { armed } = state;
  const now = armed === null ? null : askedNow(state, armed.for);
  if (armed === null || now === null) return state;
  if (!now.ok) return showNotice(disarmed(state), now.error, 'warn');
  return isSameQuestion(now.value, armed) ? state : { ...state, armed: { ...armed, ...now.value } };
}

/** Returns the effect of a second tap on the rows as they are now, or why it is not possible. */
function askedNow(state: ConsoleState, about: ArmedFor): Outcome<Asked, string> | null {
  if (about.kind === 'rules') return rulesAsked(state, about);
  if (about.kind === 'action') return effectNow(state, about.pane, about.action, about.fids);
  const effect = effectNow(state, 'bids', 'pause-bid', about.fids);
  return effect?.ok === true
    ? { ok: true, value: { ...effect.value, sentence: asGroup(effect.value.sentence, about.name) } }
    : effect;
}

function effectNow<Name extends PaneName>(
  state: ConsoleState,
  pane: Name,
  id: string,
  fids: readonly string[],
): Outcome<Asked, string> | null {
  const action = actionOf(pane, id);
  const planned = action === undefined ? null : plannedChange(state, pane, action, fids);
  if (planned?.ok !== true) return planned;
  if (planned.value.kind !== 'by-impact') return null;
  return { ok: true, value: { sentence: planned.value.impact.sentence, rows: changedBy(planned.value) } };
}

/**
 * Sends what a dialog was confirmed for: its own writes, or for the bids of other rows the writes as they are now. When these are for
 * other bids than the dialog named, it asks again.
 */
export function confirmedNow(
  controller: Controller,
  about: Extract<ArmedFor, { kind: 'action' }>,
  dialog: ConfirmedWrites,
): void {
  sendAsAsked(controller, about.pane, about, dialog);
}

type ConfirmedWrites = { readonly writes: readonly Write[]; readonly hidden: HiddenMarks | null };

function sendAsAsked<Name extends PaneName>(
  controller: Controller,
  pane: Name,
  { action: id, fids }: Extract<ArmedFor, { kind: 'action' }>,
  { writes, hidden }: ConfirmedWrites,
): void {
  const action = actionOf(pane, id);
  if (action?.effect.kind !== 'delegate') {
    withRemote(controller, (remote) => remote.send(writes));
    return;
  }
  const planned = plannedChange(controller.store.getState(), pane, action, fids);
  if (
    planned?.ok === true &&
    planned.value.kind === 'by-impact' &&
    isSameRows(changedBy(planned.value), changedBy({ writes }))
  )
    sendChange(controller, pane, action, { ...planned.value, fids });
  else {
    change(controller, pane, action, { fids, hidden, tap: { key: 'y', alone: false }, agreed: null });
    if (planned?.ok === true)
      update(controller, (state) =>
        showNotice(state, 'The instances have changed since, so nothing was sent yet.', 'warn'),
      );
  }
}

/** Includes the marked rows that a filter hides, and asks again about all of them. */
export function hiddenIncluded(controller: Controller): void {
  const { armed } = controller.store.getState();
  const top = topDialog(controller.store.getState());
  if (top?.kind === 'confirm' && top.hidden !== null && top.for !== null) {
    const { hidden } = top;
    update(controller, dialogClosed);
    carryOn(controller, top.for, { key: 'y', agreed: null, fids: hidden.fids });
  } else if (armed?.hidden) {
    const { hidden } = armed;
    update(controller, disarmed);
    carryOn(controller, armed.for, { key: armed.key, agreed: null, fids: hidden.fids });
  }
}

type Confirmed = { readonly key: string; readonly agreed: Asked | null; readonly fids: readonly string[] };

function carryOn(controller: Controller, about: ArmedFor, { key, agreed, fids }: Confirmed): void {
  // Not alone, so that an action that was asked about once is never done without a confirmation.
  const again = { fids, hidden: null, tap: { key, alone: false }, agreed };
  if (about.kind === 'rules') rulesConfirmed(controller, about, agreed, key);
  else if (about.kind === 'pause-set') pauseAsGroup(controller, about.name, again);
  else ofPane(controller, about.pane, about.action, again);
}

function ofPane<Name extends PaneName>(
  controller: Controller,
  pane: Name,
  id: string,
  again: Parameters<typeof change>[3],
): void {
  const action = actionOf(pane, id);
  if (action !== undefined) change(controller, pane, action, again);
}

function actionOf<Name extends PaneName>(pane: Name, id: string): Action<Rows[Name]> | undefined {
  const actions: readonly Action<Rows[Name]>[] = resources[pane].actions;
  return actions.find((action) => action.id === id);
}

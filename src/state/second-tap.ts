import type { Outcome } from '../api/result.ts';
import { resources } from '../resources/index.ts';
import type { Action } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { showNotice } from './activity.ts';
import { type Controller, update } from './controller.ts';
import type { ArmedFor } from './dialogs/armed-action.ts';
import { disarmed } from './dialogs/confirmation.ts';
import { dialogClosed, topDialog } from './dialogs/dialog-stack.ts';
import { allowedFor } from './disabled-reason.ts';
import { asGroup, pauseAsGroup } from './pause-groups.ts';
import { liveContextOf } from './row-context.ts';
import { change } from './run-action.ts';
import type { ConsoleState } from './state.ts';

/** Carries out the action of the first tap, or asks again when its effect has changed since. */
export function tappedAgain(controller: Controller): void {
  const { armed } = controller.store.getState();
  if (armed === null) return;
  update(controller, disarmed);
  carryOn(controller, armed.for, { key: armed.key, agreed: armed.sentence, fids: armed.for.fids });
}

/** Keeps the question of a first tap true: asks anew when its effect has changed, and shows why when it is no longer possible. */
export function tapRenewed(state: ConsoleState): ConsoleState {
  const { armed } = state;
  const now = armed === null ? null : sentenceNow(state, armed.for);
  if (armed === null || now === null) return state;
  if (!now.ok) return showNotice(disarmed(state), now.error, 'warn');
  return now.value === armed.sentence ? state : { ...state, armed: { ...armed, sentence: now.value } };
}

/** Returns the effect of a second tap on the rows as they are now, or why it is not possible. */
function sentenceNow(state: ConsoleState, about: ArmedFor): Outcome<string, string> | null {
  if (about.kind === 'action') return effectNow(state, about.pane, about.action, about.fids);
  const effect = effectNow(state, 'bids', 'pause-bid', about.fids);
  return effect?.ok === true ? { ok: true, value: asGroup(effect.value, about.name) } : effect;
}

function effectNow<Name extends PaneName>(
  state: ConsoleState,
  pane: Name,
  id: string,
  fids: readonly string[],
): Outcome<string, string> | null {
  const action = actionOf(pane, id);
  if (action?.effect.kind !== 'write') return null;
  const allowed = allowedFor(state, pane, action, fids);
  return allowed.ok ? { ok: true, value: action.effect.impact(allowed.value, liveContextOf(state)).sentence } : allowed;
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

type Confirmed = { readonly key: string; readonly agreed: string | null; readonly fids: readonly string[] };

function carryOn(controller: Controller, about: ArmedFor, { key, agreed, fids }: Confirmed): void {
  // Not alone, so that an action that was asked about once is never done without a confirmation.
  const again = { fids, hidden: null, tap: { key, alone: false }, agreed };
  if (about.kind === 'pause-set') pauseAsGroup(controller, about.name, again);
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

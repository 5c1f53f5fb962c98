import { resources } from '../resources/index.ts';
import type { Action } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import { type Controller, update } from './controller.ts';
import type { ArmedFor } from './dialogs/armed-action.ts';
import { disarmed } from './dialogs/confirmation.ts';
import { dialogClosed, topDialog } from './dialogs/dialog-stack.ts';
import { pauseAsGroup } from './pause-groups.ts';
import { change } from './run-action.ts';

/** Carries out the action of the first tap, or asks again when its effect has changed since. */
export function tappedAgain(controller: Controller): void {
  const { armed } = controller.store.getState();
  if (armed === null) return;
  update(controller, disarmed);
  carryOn(controller, armed.for, { key: armed.key, agreed: armed.sentence, fids: armed.for.fids });
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
  const actions: readonly Action<Rows[Name]>[] = resources[pane].actions;
  const action = actions.find((action) => action.id === id);
  if (action !== undefined) change(controller, pane, action, again);
}

import { resources } from '../resources/index.ts';
import type { Action, PaneName, Rows } from '../resources/resource.ts';
import { apply, type Desk } from './controller.ts';
import type { ArmedFor } from './dialogs/armed-action.ts';
import { disarmed } from './dialogs/confirmation.ts';
import { overlayClosed, topOverlay } from './dialogs/dialog-stack.ts';
import { pauseAsSet } from './pause-groups.ts';
import { change } from './run-action.ts';

/** The second tap: does what the first one asked for, or asks again when that means something else by now. */
export function tappedAgain(desk: Desk): void {
  const { armed } = desk.store.getState();
  if (armed === null) return;
  apply(desk, disarmed);
  carryOn(desk, armed.for, { key: armed.key, agreed: armed.sentence, fids: armed.for.fids });
}

/** The marked rows that a filter hides are included: asks again, about all of them. */
export function hiddenIncluded(desk: Desk): void {
  const { armed } = desk.store.getState();
  const top = topOverlay(desk.store.getState());
  if (top?.kind === 'confirm' && top.hidden !== null && top.for !== null) {
    const { hidden } = top;
    apply(desk, overlayClosed);
    carryOn(desk, top.for, { key: 'y', agreed: null, fids: hidden.fids });
  } else if (armed?.hidden) {
    const { hidden } = armed;
    apply(desk, disarmed);
    carryOn(desk, armed.for, { key: armed.key, agreed: null, fids: hidden.fids });
  }
}

type Answer = { readonly key: string; readonly agreed: string | null; readonly fids: readonly string[] };

function carryOn(desk: Desk, about: ArmedFor, { key, agreed, fids }: Answer): void {
  // It never came by itself as far as asking goes: what was asked once is not done unasked.
  const again = { fids, hidden: null, tap: { key, alone: false }, agreed };
  if (about.kind === 'pause-set') pauseAsSet(desk, about.name, again);
  else ofPane(desk, about.pane, about.action, again);
}

function ofPane<Name extends PaneName>(desk: Desk, pane: Name, id: string, again: Parameters<typeof change>[3]): void {
  const actions: readonly Action<Rows[Name]>[] = resources[pane].actions;
  const action = actions.find((one) => one.id === id);
  if (action !== undefined) change(desk, pane, action, again);
}

import { type Controller, update } from '../state/controller.ts';
import { disarmed } from '../state/dialogs/confirmation.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import { type Gesture, pointed } from '../state/panes/mouse.ts';
import { dialogOf } from './all-bindings.ts';
import { activeBindings, press } from './dispatch.ts';

/** Handles a mouse gesture. Over a dialog the wheel acts as the arrow keys and clicks are ignored; a dialog in the foot leaves the panes usable. */
export function point(controller: Controller, gesture: Gesture): void {
  const own = topDialog(controller.store.getState());
  const foot = own === undefined ? undefined : dialogOf(own).foot;
  if (own !== undefined && foot === undefined) {
    const name = gesture.kind === 'wheel-up' ? 'Up' : 'Down';
    // Without a binding to scroll with, the wheel must not show the notice of a key that does nothing.
    const moves = activeBindings(controller.store.getState()).some(({ keys }) => keys.includes(name));
    if (gesture.kind !== 'click' && moves) press(controller, { name, types: false, alone: false, answers: null });
    return;
  }
  if (foot !== undefined && gesture.kind === 'click') update(controller, foot.clickedBeside);
  update(controller, (state) => pointed({ ...disarmed(state), notice: null }, gesture));
}

import { boxPlace, viewOf } from '../dialogs/view.ts';
import type { Press } from '../keys/binding.ts';
import { type Controller, update } from '../state/controller.ts';
import { disarmed } from '../state/dialogs/confirmation.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import type { DialogState } from '../state/dialogs/dialog-state.ts';
import { type Gesture, pointed } from '../state/panes/mouse.ts';
import { dialogOf } from './all-bindings.ts';
import { activeBindings, press } from './dispatch.ts';

/** Press of a gesture: it types nothing and confirms nothing. */
const NO_KEY: Omit<Press, 'name'> = { types: false, alone: false, answers: null };

/**
 * Handles a mouse gesture. Over a dialog the wheel acts as the arrow keys and a click runs the binding of its line, if it has one; a
 * dialog in the foot leaves the panes usable.
 */
export function point(controller: Controller, gesture: Gesture): void {
  const own = topDialog(controller.store.getState());
  const foot = own === undefined ? undefined : dialogOf(own).foot;
  if (own !== undefined && foot === undefined) {
    if (gesture.kind === 'click') {
      clicked(controller, own, gesture);
      return;
    }
    const name = gesture.kind === 'wheel-up' ? 'Up' : 'Down';
    // Without a binding to scroll with, the wheel must not show the notice of a key that does nothing.
    const moves = activeBindings(controller.store.getState()).some(({ keys }) => keys.includes(name));
    if (moves) press(controller, { ...NO_KEY, name });
    return;
  }
  if (foot !== undefined && gesture.kind === 'click') update(controller, foot.clickedBeside);
  update(controller, (state) => pointed({ ...disarmed(state), notice: null }, gesture));
}

/** Runs the binding of the dialog's line under the pointer. */
function clicked(controller: Controller, own: DialogState, { column, row }: Gesture): void {
  const state = controller.store.getState();
  const { lines, at, width } = viewOf(dialogOf(own), state, own);
  const box = boxPlace(state.size, lines.length, at, width);
  const isInside =
    column > box.left && column < box.left + box.width - 1 && row > box.top && row < box.top + box.height - 1;
  const id = isInside ? lines[box.first + row - box.top - 1]?.click : undefined;
  const binding = activeBindings(state).find((binding) => binding.id === id);
  const [name] = binding?.keys ?? [];
  if (name !== undefined) press(controller, { ...NO_KEY, name });
}

import { type Controller, type Transition, update } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { endOf, headerParts } from '../../store/header-line.ts';
import { isTooSmall, layoutOf } from '../../store/panes/layout.ts';
import { type Gesture, isPress, pointed, targetAt, WHEEL_ROWS } from '../../store/panes/mouse.ts';
import { tapCancelled } from '../../store/questions/renew.ts';
import type { ConsoleState } from '../../store/state.ts';
import { previewScrolled } from '../dialogs/preview.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { boxPlace, viewOf } from '../dialogs/view.ts';
import type { Arrival, Binding, Press } from '../keys/binding.ts';
import { activeBindings } from './active-bindings.ts';
import { footKeyAt } from './foot.ts';
import { press, runBinding } from './key-to-write.ts';

/** It types nothing and confirms nothing. */
const NO_KEY: Omit<Press, 'name'> = { types: false, alone: false, answers: null, at: 0, repeatedAfter: null };

/** The wheel over a dialog. */
const WHEEL_KEYS: { readonly [Kind in Gesture['kind']]?: string } = { 'wheel-up': 'Up', 'wheel-down': 'Down' };

/** A click on a hint presses its key. Over a dialog the wheel acts as the arrow keys; a dialog in the foot leaves the panes usable. */
export function point(controller: Controller, gesture: Gesture, arrival: Arrival): void {
  if (isTooSmall(controller.store.getState().size)) return;
  const own = topDialog(controller.store.getState());
  const foot = own === undefined ? undefined : dialogOf(controller.store.getState(), own).foot;
  const key = isPress(gesture) ? keyAt(controller.store.getState(), gesture) : undefined;
  const command = isPress(gesture) ? headerCommandAt(controller.store.getState(), gesture) : undefined;
  if (command !== undefined) runBinding(controller, command, { ...arrival, ...NO_KEY, name: command.keys[0] ?? '' });
  else if (typeof key === 'string') press(controller, { ...arrival, name: keyToPress(controller, key), types: false });
  else if (own !== undefined && foot === undefined) overDialog(controller, own, gesture);
  // They belong to a click, and leave its notice.
  else if (gesture.kind === 'drag' || gesture.kind === 'release')
    update(controller, (state) => pointed(state, gesture));
  else if (key === null) update(controller, (state) => ({ ...tapCancelled(state), notice: null }));
  else {
    if (foot !== undefined && isPress(gesture)) update(controller, foot.clickedBeside);
    update(controller, (state) => inPanes(gesture)({ ...tapCancelled(state), notice: null }));
  }
}

/** A click on the key of a question answers it: a mouse does not repeat. */
function keyToPress({ store }: Controller, key: string): string {
  return store.getState().tapQuestion?.key === key ? 'y' : key;
}

const inPanes =
  (gesture: Gesture): Transition =>
  (state) => {
    const scrolls = WHEEL_KEYS[gesture.kind] !== undefined && targetAt(state, gesture).kind === 'preview';
    if (!scrolls) return pointed(state, gesture);
    return previewScrolled(state, gesture.kind === 'wheel-up' ? -WHEEL_ROWS : WHEEL_ROWS);
  };

function overDialog(controller: Controller, own: DialogState, gesture: Gesture): void {
  if (isPress(gesture)) {
    clickLine(controller, own, gesture);
    return;
  }
  // A dialog opened during a drag ends it.
  if (gesture.kind === 'release') update(controller, (state) => ({ ...state, drag: null }));
  const name = WHEEL_KEYS[gesture.kind];
  // Without a binding the wheel must not bring a notice.
  const moves = activeBindings(controller.store.getState()).some(({ keys }) => keys.some((key) => key === name));
  if (name !== undefined && moves) press(controller, { ...NO_KEY, name });
}

function clickLine(controller: Controller, own: DialogState, { column, row }: Gesture): void {
  const state = controller.store.getState();
  const view = viewOf(dialogOf(state, own), state, own);
  const box = boxPlace(state.size, view.lines.length, view);
  const isInside =
    column > box.left && column < box.left + box.width - 1 && row > box.top && row < box.top + box.height - 1;
  const click = isInside ? view.lines[box.first + row - box.top - 1]?.click : undefined;
  if (typeof click === 'function') {
    // The frame and a blank are left of the text.
    const at = { column: column - box.left - 2 };
    update(controller, (now) => click({ ...tapCancelled(now), notice: null }, at));
    return;
  }
  const binding = activeBindings(state).find(({ id }) => id === click);
  const [name] = binding?.keys ?? [];
  if (name !== undefined) press(controller, { ...NO_KEY, name });
}

/** Null beside the keys of the foot, undefined elsewhere. */
function keyAt(state: ConsoleState, gesture: Gesture): string | null | undefined {
  if (layoutOf(state).kind === 'too-small') return undefined;
  return footKeyAt(state, gesture);
}

/** The command behind a part of the header; it may have no key. */
export function headerCommandAt(state: ConsoleState, { column, row }: Gesture): Binding | undefined {
  if (row !== 0 || topDialog(state) !== undefined || layoutOf(state).kind === 'too-small') return undefined;
  const { parts } = headerParts(state, state.size.columns);
  const at = parts.findLast(({ left }) => column >= left);
  if (at === undefined || column >= endOf([at])) return undefined;
  return activeBindings(state).find(({ id }) => id === at.command);
}

import { disarmed } from '../state/asking.ts';
import { apply, type Desk } from '../state/desk.ts';
import { filterKept } from '../state/filtering.ts';
import { topOverlay } from '../state/overlays.ts';
import { type Gesture, pointed } from '../state/pointing.ts';
import { activeBindings, press } from './keymap.ts';

/** What a mouse does. Over a list or a form the wheel is the arrow keys, and a click means nothing; one beside the filter keeps it. */
export function point(desk: Desk, gesture: Gesture): void {
  const top = topOverlay(desk.store.getState());
  if (top !== undefined && top.kind !== 'filter') {
    const name = gesture.kind === 'wheel-up' ? 'Up' : 'Down';
    // A wheel that has nothing to move is no key that was pressed in vain.
    const moves = activeBindings(desk.store.getState()).some(({ keys }) => keys.includes(name));
    if (gesture.kind !== 'click' && moves) press(desk, { name, types: false, alone: false, answers: null });
    return;
  }
  if (top !== undefined && gesture.kind === 'click') apply(desk, filterKept);
  apply(desk, (state) => pointed({ ...disarmed(state), notice: null }, gesture));
}

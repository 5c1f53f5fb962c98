import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { endOf, headerParts } from '../../store/header-line.ts';
import { layoutOf } from '../../store/panes/layout.ts';
import type { Gesture } from '../../store/panes/mouse.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Binding } from '../keys/binding.ts';
import { activeBindings } from './dispatch.ts';
import { footKeyAt } from './foot.ts';

/** The key that a click at a position of the foot presses: of a hint or a question; null where there is none, undefined elsewhere. */
export function keyAt(state: ConsoleState, gesture: Gesture): string | null | undefined {
  if (layoutOf(state).kind === 'too-small') return undefined;
  return footKeyAt(state, gesture);
}

/** The command behind the part of the header at a position, which may have no key; undefined when there is none. */
export function headerCommandAt(state: ConsoleState, { column, row }: Gesture): Binding | undefined {
  if (row !== 0 || topDialog(state) !== undefined || layoutOf(state).kind === 'too-small') return undefined;
  const { parts } = headerParts(state, state.size.columns);
  const at = parts.findLast(({ left }) => column >= left);
  if (at === undefined || column >= endOf([at])) return undefined;
  return activeBindings(state).find(({ id }) => id === at.command);
}

import { topDialog } from '../state/dialogs/dialog-stack.ts';
import { endOf, headerParts } from '../state/header-line.ts';
import type { HeaderPart } from '../state/header-parts.ts';
import { layoutOf } from '../state/panes/layout.ts';
import type { Gesture } from '../state/panes/mouse.ts';
import type { ConsoleState } from '../state/state.ts';
import { dialogOf } from './all-bindings.ts';
import { activeBindings } from './dispatch.ts';
import { footKeyAt } from './foot.ts';

/** Commands that a click on a part of the header runs. */
const HEADER_COMMANDS: { readonly [Part in HeaderPart]?: string } = {
  preempting: 'next-preempting',
  cost: 'exposure',
  committed: 'exposure',
  place: 'switch',
};

/**
 * Returns the key that a click at a position presses: of a hint, of a question, of the command behind a part of the header. In
 * the foot null where there is none; undefined elsewhere.
 */
export function keyAt(state: ConsoleState, gesture: Gesture): string | null | undefined {
  if (layoutOf(state).kind === 'too-small') return undefined;
  const own = topDialog(state);
  if (own === undefined && gesture.row === 0) return headerKeyAt(state, gesture.column);
  return own !== undefined && dialogOf(own).foot !== undefined ? undefined : footKeyAt(state, gesture);
}

function headerKeyAt(state: ConsoleState, column: number): string | undefined {
  const { parts } = headerParts(state, state.size.columns);
  const at = parts.findLast(({ left }) => column >= left);
  if (at === undefined || column >= endOf([at])) return undefined;
  return activeBindings(state).find(({ id }) => id === HEADER_COMMANDS[at.part])?.keys[0];
}

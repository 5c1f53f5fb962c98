import type { TextInFocus } from '../dialogs/dialog.ts';
import type { Editor } from '../lib/text-buffer.ts';
import { topDialog, topReplaced } from '../state/dialogs/dialog-stack.ts';
import type { DialogKind, DialogState } from '../state/dialogs/dialog-state.ts';
import type { ConsoleState } from '../state/state.ts';
import { dialogOf } from './all-bindings.ts';

/** The text that printable keys go to; null when no text field has the focus and keys are commands. */
export function textInFocus(state: ConsoleState): TextInFocus | null {
  const own = topDialog(state);
  return own === undefined ? null : (dialogOf(own).textField?.text(own) ?? null);
}

/** The text in focus becomes what was typed, and what follows from it (a filter's rows, an error that is out of date) follows at once. */
export function textTyped(state: ConsoleState, editor: Editor): ConsoleState {
  const own = topDialog(state);
  return own === undefined ? state : typedInto(state, own, editor);
}

function typedInto<Kind extends DialogKind>(state: ConsoleState, own: DialogState<Kind>, editor: Editor): ConsoleState {
  const { textField } = dialogOf(own);
  if (textField === undefined) return state;
  const typed = textField.typed(own, editor);
  const changed = topReplaced(state, typed);
  return textField.follow?.(changed, typed) ?? changed;
}

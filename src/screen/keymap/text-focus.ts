import { inThousands } from '../../lib/money.ts';
import { hasLostBytes, NO_TEXT } from '../../lib/plain-text.ts';
import { insert, limited, type TextBuffer } from '../../lib/text-buffer.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { topDialog, topReplaced } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import { tapCancelled } from '../../store/questions/ask.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { TextInFocus } from '../dialogs/dialog.ts';
import { dialogOf } from '../dialogs/screen.ts';

/** The text that printable keys edit; null when no text field has the focus. */
export function textInFocus(state: ConsoleState): TextInFocus | null {
  const own = topDialog(state);
  return own === undefined ? null : (dialogOf(state, own).textField?.text(own) ?? null);
}

/**
 * Replaces the text in focus and updates what depends on it, such as filtered rows or an outdated error. What does not fit is left out, and a
 * notice says so: a large file that is pasted by mistake would be searched for at each key.
 */
export function textTyped(state: ConsoleState, editor: TextBuffer): ConsoleState {
  const own = topDialog(state);
  const focus = textInFocus(state);
  if (own === undefined || focus === null) return state;
  const fitting = limited(editor, focus.most);
  const next = typedInto(state, own, fitting);
  return fitting === editor ? next : showNotice(next, tooLong(focus.most), 'warn');
}

const tooLong = (most: number): string => `At most ${inThousands(most)} characters fit here. The rest was left out.`;

function typedInto<Kind extends DialogKind>(
  state: ConsoleState,
  own: DialogState<Kind>,
  editor: TextBuffer,
): ConsoleState {
  const { textField } = dialogOf(state, own);
  if (textField === undefined) return state;
  const typed = textField.typed(own, editor, state);
  const changed = topReplaced(state, typed);
  return textField.follow?.(changed, typed) ?? changed;
}

/** Puts a pasted text into the field in focus, or says why not. */
export function paste(controller: Controller, text: string): void {
  const before = controller.store.getState();
  if (isTooSmall(before.size)) return;
  update(controller, tapCancelled);
  const focus = textInFocus(before);
  update(controller, (state) => {
    const why = whyIgnored(focus, text);
    return focus === null || why !== null
      ? showNotice(state, `Paste ignored: ${why}.`, 'warn')
      : textTyped(state, insert(focus.editor, text, focus.lines));
  });
}

/** Why a text is not pasted; null when it is. A name on screen has U+FFFD for what could not be shown, and may be searched for. */
function whyIgnored(focus: TextInFocus | null, text: string): string | null {
  if (focus === null) return 'no text field has the focus';
  return focus.lines === 'several' && hasLostBytes(text) ? NO_TEXT : null;
}

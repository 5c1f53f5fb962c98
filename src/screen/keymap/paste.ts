import { hasLostBytes, NO_TEXT } from '../../lib/plain-text.ts';
import { insert } from '../../lib/text-buffer.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import { tapCancelled } from '../../store/questions/ask.ts';
import type { TextInFocus } from '../dialogs/dialog.ts';
import { textInFocus, textTyped } from './text-focus.ts';

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

import { useApp, useInput, usePaste } from 'ink';
import { useEffect } from 'react';
import { insert } from '../../lib/text-buffer.ts';
import { showNotice } from '../../store/activity.ts';
import { update } from '../../store/controller.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import { tapCancelled } from '../../store/questions/ask.ts';
import { press } from '../keymap/dispatch.ts';
import { textInFocus, textTyped } from '../keymap/text-focus.ts';
import { useUi } from './ui-context.ts';

/** The console's only input handler: passes key presses to the dispatcher. */
export function Keyboard(): null {
  const { controller, pressed, canSuspend, reportFocus } = useUi();
  const { suspendTerminal } = useApp();

  useEffect(() => canSuspend(suspendTerminal), [canSuspend, suspendTerminal]);

  useEffect(() => {
    reportFocus(true);
    return () => reportFocus(false);
  }, [reportFocus]);

  // Ink says when a key is to be handled, and the key stream which one it is.
  useInput(() => {
    const key = pressed();
    if (key !== null) press(controller, key);
  });

  usePaste((text) => {
    const focus = textInFocus(controller.store.getState());
    if (isTooSmall(controller.store.getState().size)) return;
    update(controller, tapCancelled);
    if (focus === null)
      update(controller, (state) => showNotice(state, 'Paste ignored: no text field has the focus.', 'warn'));
    else update(controller, (state) => textTyped(state, insert(focus.editor, text, focus.lines)));
  });

  return null;
}

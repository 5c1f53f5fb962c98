import { useApp, useInput, usePaste } from 'ink';
import { useEffect } from 'react';
import { press } from '../keymap/dispatch.ts';
import { textInFocus, textTyped } from '../keymap/text-focus.ts';
import { insert } from '../lib/text-buffer.ts';
import { noticed } from '../state/activity.ts';
import { apply } from '../state/controller.ts';
import { disarmed } from '../state/dialogs/confirmation.ts';
import { pressOf } from './terminal/key-names.ts';
import { useSurroundings } from './ui-context.ts';

/** Where keys come in. The console has this one input handler. */
export function Keyboard(): null {
  const { desk, arrival, canSuspend, tellFocus } = useSurroundings();
  const { suspendTerminal } = useApp();

  useEffect(() => canSuspend(suspendTerminal), [canSuspend, suspendTerminal]);

  useEffect(() => {
    tellFocus(true);
    return () => tellFocus(false);
  }, [tellFocus]);

  useInput((input, key) => {
    const pressed = pressOf(input, key);
    if (pressed !== null) press(desk, { ...pressed, ...arrival() });
  });

  usePaste((text) => {
    const focus = textInFocus(desk.store.getState());
    apply(desk, disarmed);
    if (focus === null) apply(desk, (state) => noticed(state, 'Paste ignored: no text field has the focus.', 'warn'));
    else apply(desk, (state) => textTyped(state, insert(focus.editor, text, focus.lines)));
  });

  return null;
}

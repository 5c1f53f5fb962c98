import { useApp, useInput, usePaste } from 'ink';
import { useEffect } from 'react';
import { press } from '../keymap/dispatch.ts';
import { paste } from '../keymap/text-focus.ts';
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

  usePaste((text) => paste(controller, text));

  return null;
}

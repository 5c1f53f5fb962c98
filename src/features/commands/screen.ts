import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { customCommandBindings } from './bindings.ts';
import { output, runs } from './dialogs.ts';
import { customCommandsOf } from './known-commands.ts';
import { runCommand } from './question.ts';

export const screen = {
  dialogs: { runs, output },
  place: { before: 'copy' },
  questions: { 'custom-command': runCommand },
  bindingsOf: (state) => customCommandBindings(customCommandsOf(state)),
} satisfies ScreenParts;

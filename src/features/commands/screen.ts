import { own } from '../../lib/typed-key.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { checkCustomCommandKeys, customCommandBindings } from './bindings.ts';
import { output, runs } from './dialogs.ts';
import { customCommandsOf } from './known-commands.ts';
import { runCommand } from './question.ts';
import { customCommands } from './settings.ts';

export const screen = {
  dialogs: { runs, output },
  place: { before: 'copy' },
  questions: { 'custom-command': runCommand },
  configured: (settings, others, { panes }) => {
    const commands = own(settings, customCommands);
    const checked = checkCustomCommandKeys(commands, others, panes);
    if (checked.ok) return { ok: true, value: { customCommands: commands } };
    const { command, why } = checked.error;
    return { ok: false, error: { setting: 'commands', path: [String(commands.indexOf(command)), 'key'], why } };
  },
  bindingsOf: (state) => customCommandBindings(customCommandsOf(state), state.features.panes),
} satisfies ScreenParts;

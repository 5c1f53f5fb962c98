import { allBindings } from '../keymap/all-bindings.ts';
import { checkCustomCommandKeys } from '../keymap/custom-command-bindings.ts';
import { checkKeyOverrides } from '../keymap/rebind.ts';
import type { CustomCommand } from '../resources/parts/custom-command.ts';
import type { KeyOverrides } from '../state/key-names.ts';
import type { ConsoleState } from '../state/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** The operator's own keys, once they are judged. @throws {CommandFailure} that says which command or key is wrong. */
export function resolveKeyOverrides(keys: KeyOverrides): KeyOverrides {
  const checked = checkKeyOverrides(keys);
  if (!checked.ok) throw new CommandFailure(EXIT.usage, `[keys] in the config file: ${checked.error}`);
  return checked.value;
}

/** The operator's own commands, once their keys are judged. @throws {CommandFailure} that says which key is taken. */
function customCommandsBy(commands: readonly CustomCommand[], keyOverrides: KeyOverrides): readonly CustomCommand[] {
  const checked = checkCustomCommandKeys(commands, allBindings(keyOverrides));
  if (!checked.ok) throw new CommandFailure(EXIT.usage, `[[commands]] in the config file: ${checked.error}`);
  return checked.value;
}

/** Both, as they count in the console. @throws {CommandFailure} for the first that is wrong. */
export function checkKeys({
  keyOverrides,
  customCommands,
}: {
  readonly keyOverrides: KeyOverrides;
  readonly customCommands: readonly CustomCommand[];
}): Pick<ConsoleState, 'keyOverrides' | 'customCommands'> {
  const keys = resolveKeyOverrides(keyOverrides);
  return { keyOverrides: keys, customCommands: customCommandsBy(customCommands, keys) };
}

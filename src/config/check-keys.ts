import { allBindings } from '../keymap/all-bindings.ts';
import { checkCustomCommandKeys } from '../keymap/custom-command-bindings.ts';
import { checkKeyOverrides } from '../keymap/rebind.ts';
import type { CustomCommand } from '../resources/parts/custom-command.ts';
import type { KeyOverrides } from '../state/key-names.ts';
import type { ConsoleState } from '../state/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** Checks the operator's `[keys]`. @throws {CommandFailure} that names the wrong command or key. */
export function resolveKeyOverrides(keys: KeyOverrides): KeyOverrides {
  const checked = checkKeyOverrides(keys);
  if (!checked.ok) throw new CommandFailure(EXIT.usage, `[keys] in the config file: ${checked.error}`);
  return checked.value;
}

/** Checks the keys of the operator's `[[commands]]`. @throws {CommandFailure} that names the key that is taken. */
function resolveCustomCommands(
  commands: readonly CustomCommand[],
  keyOverrides: KeyOverrides,
): readonly CustomCommand[] {
  const checked = checkCustomCommandKeys(commands, allBindings(keyOverrides));
  if (!checked.ok) throw new CommandFailure(EXIT.usage, `[[commands]] in the config file: ${checked.error}`);
  return checked.value;
}

/** Checks `[keys]` and `[[commands]]` and returns the console's form of both. @throws {CommandFailure} for the first that is wrong. */
export function checkKeys({
  keyOverrides,
  customCommands,
}: {
  readonly keyOverrides: KeyOverrides;
  readonly customCommands: readonly CustomCommand[];
}): Pick<ConsoleState, 'keyOverrides' | 'customCommands'> {
  const keys = resolveKeyOverrides(keyOverrides);
  return { keyOverrides: keys, customCommands: resolveCustomCommands(customCommands, keys) };
}

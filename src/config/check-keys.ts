import { checkCustomCommandKeys } from '../features/commands/bindings.ts';
import type { CustomCommand } from '../features/commands/custom-command.ts';
import { allBindings } from '../screen/keymap/all-bindings.ts';
import { checkKeyOverrides } from '../screen/keymap/rebind.ts';
import type { KeyOverrides } from '../store/key-names.ts';
import type { ConsoleState } from '../store/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { WhereIs } from './settings.ts';

type Keys = { readonly keyOverrides: KeyOverrides; readonly whereIs: WhereIs };
type KeysAndCommands = Keys & { readonly customCommands: readonly CustomCommand[] };

/** Checks the operator's `[keys]`. @throws {CommandFailure} with file and line that names the wrong command or key. */
export function resolveKeyOverrides({ keyOverrides, whereIs }: Keys): KeyOverrides {
  const checked = checkKeyOverrides(keyOverrides);
  if (checked.ok) return checked.value;
  const { command, why } = checked.error;
  throw new CommandFailure(EXIT.usage, `${whereIs('keys', [command])}: ${why}`);
}

/** Checks `[keys]` and `[[commands]]` and returns the console's form of both. @throws {CommandFailure} for the first that is wrong. */
export function checkKeys({
  customCommands,
  ...own
}: KeysAndCommands): Pick<ConsoleState, 'keyOverrides' | 'customCommands'> {
  const keyOverrides = resolveKeyOverrides(own);
  const checked = checkCustomCommandKeys(customCommands, allBindings(keyOverrides));
  if (checked.ok) return { keyOverrides, customCommands };
  const { command, why } = checked.error;
  const place = own.whereIs('commands', [String(customCommands.indexOf(command)), 'key']);
  throw new CommandFailure(EXIT.usage, `${place}: ${why}`);
}

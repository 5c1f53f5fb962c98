import type { Settings, WhereIs } from '../config/settings.ts';
import { checkCustomCommandKeys } from '../features/commands/bindings.ts';
import { customCommands } from '../features/commands/settings.ts';
import { own } from '../lib/typed-key.ts';
import { builtInBindings } from '../screen/keymap/all-bindings.ts';
import { checkKeyOverrides } from '../screen/keymap/rebind.ts';
import type { Features } from '../store/features.ts';
import type { KeyOverrides } from '../store/key-names.ts';
import type { ConsoleState } from '../store/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

type Keys = { readonly keyOverrides: KeyOverrides; readonly whereIs: WhereIs };

/** Checks the operator's `[keys]`. @throws {CommandFailure} with file and line that names the wrong command or key. */
export function resolveKeyOverrides(features: Features, { keyOverrides, whereIs }: Keys): KeyOverrides {
  const checked = checkKeyOverrides(features, keyOverrides);
  if (checked.ok) return checked.value;
  const { command, why } = checked.error;
  throw new CommandFailure(EXIT.usage, `${whereIs('keys', [command])}: ${why}`);
}

/** Checks `[keys]` and `[[commands]]` and returns the console's form of both. @throws {CommandFailure} for the first that is wrong. */
export function checkKeys(
  features: Features,
  profile: Keys & Pick<Settings, 'own'>,
): Pick<ConsoleState, 'keyOverrides' | 'customCommands'> {
  const keyOverrides = resolveKeyOverrides(features, profile);
  const commands = own(profile, customCommands);
  const checked = checkCustomCommandKeys(commands, builtInBindings(features, keyOverrides));
  if (checked.ok) return { keyOverrides, customCommands: commands };
  const { command, why } = checked.error;
  const place = profile.whereIs('commands', [String(commands.indexOf(command)), 'key']);
  throw new CommandFailure(EXIT.usage, `${place}: ${why}`);
}

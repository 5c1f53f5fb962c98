import type { Settings, WhereIs } from '../config/settings.ts';
import { builtInBindings } from '../screen/keymap/active-bindings.ts';
import { checkKeyOverrides } from '../screen/keymap/rebind.ts';
import type { ConsoleState, Features, KeyOverrides } from '../store/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

type Keys = { readonly keyOverrides: KeyOverrides; readonly whereIs: WhereIs };

/** @throws {CommandFailure} with file and line of a wrong command or key. */
export function resolveKeyOverrides(features: Features, { keyOverrides, whereIs }: Keys): KeyOverrides {
  const checked = checkKeyOverrides(features, keyOverrides);
  if (checked.ok) return checked.value;
  const { command, why } = checked.error;
  throw new CommandFailure(EXIT.usage, `${whereIs('keys', [command])}: ${why}`);
}

type ConfiguredKeys = Partial<ConsoleState> & Pick<ConsoleState, 'keyOverrides'>;

/** Checks `[keys]` and keys given by features. @throws {CommandFailure} for the first wrong one. */
export function checkKeys(features: Features, profile: Keys & Pick<Settings, 'own'>): ConfiguredKeys {
  const keyOverrides = resolveKeyOverrides(features, profile);
  const others = builtInBindings(features, keyOverrides);
  let keys: ConfiguredKeys = { keyOverrides };
  for (const { configured } of features.screen?.parts ?? []) {
    const checked = configured?.(profile, others, features);
    if (checked === undefined) continue;
    if (checked.ok) keys = { ...keys, ...checked.value };
    else {
      const { setting, path, why } = checked.error;
      throw new CommandFailure(EXIT.usage, `${profile.whereIs(setting, path)}: ${why}`);
    }
  }
  return keys;
}

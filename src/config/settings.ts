import type { ReadOnlyBy } from '../state/read-only.ts';
import type { Environment } from '../system/terminal.ts';
import { consoleSettings } from './console-settings.ts';
import { serviceSettings } from './service-settings.ts';

/** All settings. */
export const settings = { ...serviceSettings, ...consoleSettings } as const;

type Table = typeof settings;
export type SettingName = keyof Table;
export type Settings = { readonly [Name in SettingName]: Table[Name]['fallback'] } & {
  /** Source that makes the console read-only; null when it is not. */
  readonly readOnlyBy: ReadOnlyBy | null;
};

/** Options of the command line by setting, as commander read them. */
export type CliFlags = { readonly [Name in SettingName]?: unknown };

/** Returns a variable's value; undefined when it is not set or empty. */
export function variableIn(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value?.trim() === '' ? undefined : value;
}

/** Values of the config file for the chosen profile by key, each with its position in words. */
export type Configured = ReadonlyMap<string, { readonly value: unknown; readonly where: string }>;

/** Returns the key of a setting in the config file: `base_url`. */
export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Settings that a config file may have: not the token, which has its own keys, and not the name of the profile. */
export const configurable: readonly SettingName[] = Object.keys(settings).filter(
  (name): name is SettingName => name !== 'token' && name !== 'profile',
);

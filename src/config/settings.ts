import type { ReadOnlyBy } from '../state/read-only.ts';
import type { Environment } from '../system/terminal.ts';
import { consoleSettings } from './console-settings.ts';
import { serviceSettings } from './service-settings.ts';

/** Every setting of the console. */
export const settings = { ...serviceSettings, ...consoleSettings } as const;

type Table = typeof settings;
export type SettingName = keyof Table;
export type Settings = { readonly [Name in SettingName]: Table[Name]['fallback'] } & {
  /** What makes the console read-only; null when it is not. */
  readonly readOnlyBy: ReadOnlyBy | null;
};

/** What was given, by setting: options as commander read them. */
export type CliFlags = { readonly [Name in SettingName]?: unknown };

/** A variable's value; undefined when it is not set, and when it is empty, which is no value of any setting. */
export function variableIn(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value?.trim() === '' ? undefined : value;
}

/** What of a config file counts for the chosen profile: values by key, and a word for where each stands. */
export type Configured = ReadonlyMap<string, { readonly value: unknown; readonly where: string }>;

/** The key of a setting in the config file: `base_url`. */
export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The settings that a config file may give: not the token, which has sources of its own, nor which profile it is. */
export const configurable: readonly SettingName[] = Object.keys(settings).filter(
  (name): name is SettingName => name !== 'token' && name !== 'profile',
);

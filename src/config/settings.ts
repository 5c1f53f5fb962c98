// config: settings as records, profiles, and where tokens come from.

import type { TypedValues } from '../lib/typed-key.ts';
import type { ReadOnlyBy } from '../store/read-only.ts';
import type { Environment } from '../system/terminal.ts';
import { consoleSettings } from './console-settings.ts';
import { serviceSettings } from './service-settings.ts';

/** The settings of the kernel. Those of features are beside them: `own-setting.ts`. */
export const settings = { ...serviceSettings, ...consoleSettings } as const;

type Table = typeof settings;
export type KernelSetting = keyof Table;

/** Values of all settings: those of the kernel by name, those of features by their keys. */
export type Settings = { readonly [Name in KernelSetting]: Table[Name]['fallback'] } & {
  readonly own: TypedValues;
  /** Source that makes the console read-only; null when it is not. */
  readonly readOnlyBy: ReadOnlyBy | null;
  readonly whereIs: WhereIs;
  /** Why there is no token where the profile says that it is, as a sentence; null when there is one, or nothing says where. */
  readonly noToken: string | null;
};

/** The place of a part of a table in the config file: `/home/me/config.toml, line 12`. */
export type WhereIs = (table: string, path: readonly string[]) => string;

/** Options of the command line by setting, as commander read them. */
export type CliFlags = { readonly [Name in KernelSetting]?: unknown } & Readonly<Record<string, unknown>>;

/** A variable's value; undefined when it is not set or empty. */
export function variableIn(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value?.trim() === '' ? undefined : value;
}

/** A value of the config file. */
export type ConfiguredValue = {
  readonly value: unknown;
  /** Its place in words: `refresh in /home/me/config.toml, line 3,`. */
  readonly where: string;
  /** The place of a part of it: `/home/me/config.toml, line 12`. */
  readonly placeOf: (path: readonly string[]) => string;
  /** Whether it is wrong and left out, because nothing that runs reads it. */
  readonly isLeftOut: boolean;
};

/** Values of the config file for the chosen profile by key. */
export type ConfiguredValues = ReadonlyMap<string, ConfiguredValue>;

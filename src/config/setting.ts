import type * as z from 'zod';

/** Schemas of values, loaded when a setting is read: help, completion and the first frame do without them. */
export type ValueSchemas = typeof import('./value-schemas.ts');

/** What a reader is: the console, another program that goes on reading lists, a command, or a check of every setting. */
export type ReaderKind = 'console' | 'poller' | 'command' | 'all';

/** What reads settings, and those that it reads beside those of its kind. */
export type Reader = ReaderKind | { readonly kind: ReaderKind; readonly also: readonly { readonly name: string }[] };

/** The words and sources of a setting. Help, README, man page, example and schema of the config file are made from these records. */
export type SettingWords = {
  /** Option on the command line, or null for a secret, which would be visible in the list of processes. */
  readonly flag: string | null;
  readonly environment: string | null;
  readonly allowed: string;
  readonly help: string;
  /** Page that explains it, such as `docs/rules.md`, where a sentence about a wrong value can't. */
  readonly see?: string;
  /** Set for a setting of the screen only: commands accept it, and their help leaves it out. */
  readonly screen?: true;
  /**
   * What reads it, where not everything does: the console alone, or all that polls lists, the console too. Nothing else is stopped by a
   * wrong value.
   */
  readonly readBy?: 'console' | 'pollers';
  /** Set for the few that people set: the example of the config file, the docs and the settings page have them first. */
  readonly common?: true;
  /** Set where a running console uses a changed value at once, and not from its next start. */
  readonly live?: true;
  /** A sentence that says how it is changed, where the settings page doesn't change it. */
  readonly changedBy?: string;
  /** How the example of a config file shows it; by default with its fallback. */
  readonly example?: Example;
  /** Keys of its tables that name variables with secrets, such as `url_env`. No other program may inherit these. */
  readonly secretKeys?: readonly string[];
};

/**
 * A setting in the example of a config file: a value as TOML; a value for the example's profile, null where that has it anyway; or
 * lines at the end of the file, where a table that needs content is commented out as a whole.
 */
export type Example =
  | string
  | { readonly inProfile: string | null }
  | { readonly table: readonly [string, ...string[]]; readonly needsContent?: true };

/** One setting: its sources, allowed values and purpose. */
export type Setting<Value> = SettingWords & {
  readonly schema: (making: ValueSchemas) => z.ZodType<Value>;
  readonly fallback: Value;
};

/** A setting with its name in the program: `baseUrl`. */
export type NamedSetting = SettingWords & { readonly name: string; readonly fallback: unknown };

export function setting<Value>(record: Setting<Value>): Setting<Value> {
  return record;
}

/** Whether a reader reads a setting. */
export function isReadBy({ name, readBy }: Pick<NamedSetting, 'name' | 'readBy'>, reader: Reader): boolean {
  const { kind, also } = typeof reader === 'string' ? { kind: reader, also: [] } : reader;
  const isPoller = kind === 'console' || kind === 'poller';
  const isOfKind = readBy === undefined || (readBy === 'pollers' ? isPoller : kind === readBy);
  return kind === 'all' || isOfKind || also.some((one) => one.name === name);
}

/** Whether a setting is a table in the config file. */
export const isTable = ({ example }: Pick<SettingWords, 'example'>): boolean =>
  typeof example === 'object' && 'table' in example;

/** The name of a setting's option without its argument: `--base-url`. */
export function flagName({ flag }: Pick<SettingWords, 'flag'>): string {
  return flag?.split(' ')[0] ?? '';
}

/** The key of a setting in the config file: `base_url`. */
export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

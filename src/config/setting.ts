import type * as z from 'zod';

/** Loaded late: help, completion and the first frame need none. */
export type ValueSchemas = typeof import('./value-schemas.ts');

export type ReaderKind = 'console' | 'poller' | 'command' | 'all';

/** A reader, and further settings that it reads. */
export type Reader = ReaderKind | { readonly kind: ReaderKind; readonly also: readonly { readonly name: string }[] };

/** Words and sources of a setting. Help, README, man page, example and schema follow. */
export type SettingWords = {
  /** Null for a secret: arguments show in the list of processes. */
  readonly flag: string | null;
  readonly environment: string | null;
  readonly allowed: string;
  readonly help: string;
  /** A page about it, such as `docs/rules.md`. */
  readonly see?: string;
  /** A setting of the screen: commands accept it, and their help leaves it out. */
  readonly screen?: true;
  /** Nobody else is stopped by a wrong value. */
  readonly readBy?: 'console' | 'pollers';
  /** One of the few people set, shown first. */
  readonly common?: true;
  /** A running console uses a changed value at once. */
  readonly live?: true;
  /** How to change it, if the settings page can't. */
  readonly changedBy?: string;
  /** In the example of a config file; by default the fallback. */
  readonly example?: Example;
  /** Keys of its tables that name variables with secrets: `url_env`. */
  readonly secretKeys?: readonly string[];
};

/** A TOML value, a value in the example's profile, or lines of a table at the end. */
export type Example =
  | string
  | { readonly inProfile: string | null }
  | { readonly table: readonly [string, ...string[]]; readonly needsContent?: true };

export type Setting<Value> = SettingWords & {
  readonly schema: (making: ValueSchemas) => z.ZodType<Value>;
  readonly fallback: Value;
};

/** `name` is its name in code: `baseUrl`. */
export type NamedSetting = SettingWords & { readonly name: string; readonly fallback: unknown };

export function setting<Value>(record: Setting<Value>): Setting<Value> {
  return record;
}

export function isReadBy({ name, readBy }: Pick<NamedSetting, 'name' | 'readBy'>, reader: Reader): boolean {
  const { kind, also } = typeof reader === 'string' ? { kind: reader, also: [] } : reader;
  const isPoller = kind === 'console' || kind === 'poller';
  const isOfKind = readBy === undefined || (readBy === 'pollers' ? isPoller : kind === readBy);
  return kind === 'all' || isOfKind || also.some((one) => one.name === name);
}

export const isTable = ({ example }: Pick<SettingWords, 'example'>): boolean =>
  typeof example === 'object' && 'table' in example;

/** `--base-url` */
export function flagName({ flag }: Pick<SettingWords, 'flag'>): string {
  return flag?.split(' ')[0] ?? '';
}

/** `base_url` */
export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

import type * as z from 'zod';
import { withoutPasswords } from '../lib/addresses.ts';
import { NO_VALUES, type TypedValues } from '../lib/typed-key.ts';
import type { ReadOnlyBy } from '../store/read-only.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { loadSchemas, schemaOf } from './file-schema.ts';
import { allSettings, type OwnSettings } from './own-setting.ts';
import { createTokenRenewal } from './renew-token.ts';
import { hasOwnSentence } from './schema-words.ts';
import { flagName, isReadBy, keyOf, type NamedSetting, type Reader, type Setting } from './setting.ts';
import { type CliFlags, type ConfiguredValues, type Settings, settings, variableIn } from './settings.ts';
import * as making from './value-schemas.ts';

/** Options win over variables, variables over the config file. */
export type Sources = {
  readonly flags?: CliFlags;
  readonly environment?: Environment;
  readonly configured?: ConfiguredValues;
};

type SourceValue = {
  readonly kind: 'option' | 'variable' | 'config';
  readonly value: unknown;
  readonly where: string;
};

/** A setting's value from its strongest source; null without one. */
export function found(
  setting: NamedSetting,
  { flags = {}, environment = {}, configured }: Sources,
): SourceValue | null {
  const given = setting.flag === null ? undefined : flags[setting.name];
  if (given !== undefined) return { kind: 'option', value: given, where: flagName(setting) };
  if (setting.environment !== null) {
    const value = variableIn(environment, setting.environment);
    if (value !== undefined) return { kind: 'variable', value, where: setting.environment };
  }
  const written = configured?.get(keyOf(setting.name));
  if (written === undefined || written.isLeftOut) return null;
  return { kind: 'config', value: written.value, where: written.where };
}

/** @throws {CommandFailure} with the value, its source and the allowed values. */
function checked<Value>(setting: NamedSetting, schema: z.ZodType<Value>, { value, where }: SourceValue): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const shown = setting.flag === null ? 'its value' : `"${withoutPasswords(String(value))}"`;
  throw new CommandFailure(
    EXIT.usage,
    issue !== undefined && hasOwnSentence(issue)
      ? `${where}: ${issue.message}.`
      : `${where} is set to ${shown}, which is not ${setting.allowed}.`,
    `Allowed: ${setting.allowed}. ${setting.help}`,
  );
}

type Table = Readonly<Record<string, Setting<unknown>>>;

/** @throws {CommandFailure} for the first wrong setting. */
function readTable<Own extends Table>(
  table: Own,
  sources: Sources,
): { readonly [Name in keyof Own]: Own[Name]['fallback'] };
function readTable(table: Table, sources: Sources): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, one]) => {
      const setting = { name, ...one };
      const entry = found(setting, sources);
      return [name, entry === null ? one.fallback : checked(setting, one.schema(making), entry)];
    }),
  );
}

async function readOwn(own: OwnSettings, sources: Sources): Promise<TypedValues> {
  const given = own.all.flatMap((setting) => {
    const entry = found(setting, sources);
    return entry === null ? [] : [{ setting, entry }];
  });
  const { loaded } = await loadSchemas(own, (one) => given.some(({ setting }) => setting === one));
  return given.reduce<TypedValues>(
    (values, { setting, entry }) =>
      loaded.get(setting.name)?.put(values, (schema) => checked(setting, schema, entry)) ?? values,
    NO_VALUES,
  );
}

function readOnlyBy(isReadOnly: boolean, sources: Sources): ReadOnlyBy | null {
  const entry = found({ name: 'readOnly', ...settings.readOnly }, sources);
  if (entry === null || !isReadOnly) return null;
  return entry.kind === 'config'
    ? { kind: 'config', where: entry.where.replace(/,$/, '') }
    : { kind: 'given', name: entry.where };
}

/** @throws {CommandFailure} for the first wrong setting. */
export async function readSettings(own: OwnSettings, sources: Sources): Promise<Settings> {
  const read = readTable(settings, sources);
  return {
    ...read,
    own: await readOwn(own, sources),
    tokenSource: read.token === null ? null : { kind: 'environment', name: 'SPOTDECK_TOKEN' },
    renewToken: createTokenRenewal(null),
    noToken: null,
    whereIs: (key, path) => sources.configured?.get(key)?.placeOf(path) ?? 'the config file',
    readOnlyBy: readOnlyBy(read.readOnly, sources),
  };
}

/** Without wrong, unread variables; `unread` has their faults. */
export type ReadVariables = { readonly environment: Environment; readonly unread: readonly string[] };

export async function variablesFor(own: OwnSettings, environment: Environment, reader: Reader): Promise<ReadVariables> {
  const unread = allSettings(own).flatMap((setting) => {
    const entry = isReadBy(setting, reader) ? null : found(setting, { environment });
    return entry === null ? [] : [{ setting, entry }];
  });
  const schemas = await loadSchemas(own, (one) => unread.some(({ setting }) => setting === one));
  const wrong = unread.flatMap(({ setting, entry }) => {
    const why = whyWrong(setting, schemaOf(setting, schemas), entry);
    return why === null || setting.environment === null ? [] : [{ name: setting.environment, why }];
  });
  const without = Object.fromEntries(wrong.map(({ name }) => [name, undefined]));
  return { environment: { ...environment, ...without }, unread: wrong.map(({ why }) => why) };
}

/** Null if nothing is wrong. */
function whyWrong(setting: NamedSetting, schema: z.ZodType, entry: SourceValue): string | null {
  try {
    checked(setting, schema, entry);
    return null;
  } catch (error) {
    if (error instanceof CommandFailure) return error.message;
    throw error;
  }
}

import type * as z from 'zod';
import { type TypedKey, type TypedValues, typedKey } from '../lib/typed-key.ts';
import type { Panes } from '../resources/panes.ts';
import type { NamedSetting, SettingWords, ValueSchemas } from './setting.ts';
import { type KernelSetting, settings } from './settings.ts';

/** Checks a written value with a schema. @throws when it is wrong. */
export type Check = <Value>(schema: z.ZodType<Value>) => Value;

/** The schema of a feature's setting, and how a checked value is put among others. */
export type LoadedSchema = {
  readonly schema: z.ZodType;
  readonly put: (values: TypedValues, check: Check) => TypedValues;
};

/** What the schema of a feature's setting is made of: schemas of values, and the panes, whose columns filters name. */
export type SchemaParts = ValueSchemas & { readonly panes: () => Promise<Panes> };

/** A setting of a feature, whatever its values are. */
export type AnyOwnSetting = NamedSetting & {
  /** The setting of the kernel that it follows in help, README and man page; without it it is one of the last. */
  readonly after?: KernelSetting;
  readonly load: (parts: SchemaParts) => Promise<LoadedSchema>;
};

/** A setting of a feature: the key by which its value is read, `own(settings, digestAfter)`. */
export type OwnSetting<Value> = AnyOwnSetting & TypedKey<Value> & { readonly fallback: Value };

type OwnRecord<Value> = SettingWords &
  Pick<AnyOwnSetting, 'after'> & {
    /** Its name in the program, from which its key in the config file follows: `digestAfter`, `digest_after`. */
    readonly name: string;
    /** Its schema. One that needs more code than the kernel's schemas of values is imported when it is read. */
    readonly schema: (parts: SchemaParts) => z.ZodType<Value> | Promise<z.ZodType<Value>>;
    readonly fallback: Value;
  };

/** Makes a setting of a feature from its record. */
export function ownSetting<Value>({ schema: schemaOf, ...record }: OwnRecord<Value>): OwnSetting<Value> {
  const key = typedKey(record.fallback);
  const load = async (parts: SchemaParts): Promise<LoadedSchema> => {
    const schema = await schemaOf(parts);
    return { schema, put: (values, check) => key.put(values, check(schema)) };
  };
  return { ...record, ...key, load };
}

/** The settings of a program's features, and the panes that their schemas name. */
export type OwnSettings = { readonly all: readonly AnyOwnSetting[]; readonly panes: () => Promise<Panes> };

/** All settings of a program with these of its features, in the order in which they are explained. */
export function allSettings({ all }: Pick<OwnSettings, 'all'>): readonly NamedSetting[] {
  const kernel = Object.entries(settings).flatMap(([name, setting]): readonly NamedSetting[] => [
    { name, ...setting },
    ...all.filter(({ after }) => after === name),
  ]);
  return [...kernel, ...all.filter(({ after }) => after === undefined)];
}

/** Settings that a config file may have: not the token, which has its own keys, and not the name of the profile. */
export const configurable = (own: Pick<OwnSettings, 'all'>): readonly NamedSetting[] =>
  allSettings(own).filter(({ name }) => name !== 'token' && name !== 'profile');

/** The settings of a config file: those that people set, and the others. */
export function byUse(own: Pick<OwnSettings, 'all'>): Readonly<Record<'common' | 'more', readonly NamedSetting[]>> {
  const isCommon = ({ common }: NamedSetting): boolean => common === true;
  const all = configurable(own);
  return { common: all.filter(isCommon), more: all.filter((setting) => !isCommon(setting)) };
}

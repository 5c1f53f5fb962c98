import type * as z from 'zod';
import { type TypedKey, type TypedValues, typedKey } from '../lib/typed-key.ts';
import type { Panes } from '../resources/panes.ts';
import type { NamedSetting, SettingWords, ValueSchemas } from './setting.ts';
import { type KernelSetting, settings } from './settings.ts';

/** @throws for a wrong value. */
export type Check = <Value>(schema: z.ZodType<Value>) => Value;

/** A schema, and how to put a checked value among others. */
export type LoadedSchema = {
  readonly schema: z.ZodType;
  readonly put: (values: TypedValues, check: Check) => TypedValues;
};

/** Filters name columns of panes. */
export type SchemaParts = ValueSchemas & { readonly panes: () => Promise<Panes> };

export type AnyOwnSetting = NamedSetting & {
  /** Follows this setting in help, README and man page; otherwise comes last. */
  readonly after?: KernelSetting;
  readonly load: (parts: SchemaParts) => Promise<LoadedSchema>;
};

/** A setting of a feature, and the key of its value: `own(settings, digestAfter)`. */
export type OwnSetting<Value> = AnyOwnSetting & TypedKey<Value> & { readonly fallback: Value };

type OwnRecord<Value> = SettingWords &
  Pick<AnyOwnSetting, 'after'> & {
    /** Its name in code; the key of `digestAfter` is `digest_after`. */
    readonly name: string;
    /** Imported late if it needs more than the kernel's schemas. */
    readonly schema: (parts: SchemaParts) => z.ZodType<Value> | Promise<z.ZodType<Value>>;
    readonly fallback: Value;
  };

export function ownSetting<Value>({ schema: schemaOf, ...record }: OwnRecord<Value>): OwnSetting<Value> {
  const key = typedKey(record.fallback);
  const load = async (parts: SchemaParts): Promise<LoadedSchema> => {
    const schema = await schemaOf(parts);
    return { schema, put: (values, check) => key.put(values, check(schema)) };
  };
  return { ...record, ...key, load };
}

/** Settings of all features, and the panes named by their schemas. */
export type OwnSettings = { readonly all: readonly AnyOwnSetting[]; readonly panes: () => Promise<Panes> };

/** All settings, in the order of help. */
export function allSettings({ all }: Pick<OwnSettings, 'all'>): readonly NamedSetting[] {
  const kernel = Object.entries(settings).flatMap(([name, setting]): readonly NamedSetting[] => [
    { name, ...setting },
    ...all.filter(({ after }) => after === name),
  ]);
  return [...kernel, ...all.filter(({ after }) => after === undefined)];
}

/** The settings of a config file; the token has keys of its own. */
export const configurable = (own: Pick<OwnSettings, 'all'>): readonly NamedSetting[] =>
  allSettings(own).filter(({ name }) => name !== 'token' && name !== 'profile');

/** Common settings, and the rest. */
export function byUse(own: Pick<OwnSettings, 'all'>): Readonly<Record<'common' | 'more', readonly NamedSetting[]>> {
  const isCommon = ({ common }: NamedSetting): boolean => common === true;
  const all = configurable(own);
  return { common: all.filter(isCommon), more: all.filter((setting) => !isCommon(setting)) };
}

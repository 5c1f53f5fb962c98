import * as z from 'zod';
import { printableLine } from '../lib/sanitize.ts';
import { withoutPasswords } from '../lib/service-address.ts';
import { counted } from '../lib/words.ts';
import type { ShownSetting } from '../store/shown-setting.ts';
import { type Config, loadConfig } from './file.ts';
import { loadSchemas, schemaOf } from './file-schema.ts';
import { byUse } from './own-setting.ts';
import type { SettingSources } from './profile.ts';
import { found } from './resolve.ts';
import { isTable, keyOf, type NamedSetting } from './setting.ts';
import type { ConfiguredValues } from './settings.ts';

/** The config file and the profile in it that a console shows; null for none. */
export type ConfigPlace = { readonly path: string; readonly profile: string | null };

/** All settings of a console, those that people set first. @throws {CommandFailure} when the config file can't be read. */
export async function shownSettings(
  { path, profile }: ConfigPlace,
  { flags, environment, own }: SettingSources,
): Promise<readonly ShownSetting[]> {
  const [config, schemas] = [await loadConfig(path, own, 'console'), await loadSchemas(own, () => true)];
  const configured = configuredFor(config, profile);
  const { common, more } = byUse(own);
  return [...common, ...more].map((setting): ShownSetting => {
    const { help, allowed, fallback, live = false } = setting;
    const given = found(setting, { flags, environment });
    const written = found(setting, { configured });
    const { value, kind } = given ?? written ?? { value: fallback, kind: 'default' as const };
    return {
      key: keyOf(setting.name),
      help,
      allowed,
      common: setting.common === true,
      value: textOf(setting, value),
      from: FROM[kind],
      stronger: given?.where ?? null,
      written: written === null ? null : textOf(setting, written.value),
      choices: choicesOf(schemaOf(setting, schemas), fallback),
      elsewhere: setting.changedBy ?? (isTable(setting) ? `It is a table: edit it in ${path}.` : null),
      live,
    };
  });
}

const FROM = { option: 'flag', variable: 'environment', config: 'config file', default: 'default' } as const;

/** The values of a config file for a profile. */
export function configuredFor(config: Config | null, profile: string | null): ConfiguredValues {
  const own = config?.profiles.find(({ name }) => name === profile)?.configured ?? [];
  return new Map([...(config?.top ?? []), ...own]);
}

/** A value as a text. A table, which may hold secrets, is only counted. */
function textOf(setting: NamedSetting, value: unknown): string {
  if (isTable(setting)) {
    const count = value instanceof Map ? value.size : Object.keys(value ?? {}).length;
    return count === 0 ? NOT_SET : counted(count, 'item');
  }
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return NOT_SET;
  return printableLine(withoutPasswords(typeof value === 'object' ? JSON.stringify(value) : String(value)));
}

const NOT_SET = 'not set';

function choicesOf(schema: z.ZodType, fallback: unknown): readonly string[] {
  if (typeof fallback === 'boolean') return ['true', 'false'];
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

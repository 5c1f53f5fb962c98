import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlPrimitive, type TomlTable } from 'smol-toml';
import * as z from 'zod';
import { withoutPasswords } from '../lib/addresses.ts';
import { readExactText, replaceFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { printableLine } from '../lib/sanitize.ts';
import { counted } from '../lib/words.ts';
import type { ShownSetting } from '../store/dialog-state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { type Config, loadConfig, readConfig } from './file.ts';
import { loadSchemas, schemaOf } from './file-schema.ts';
import { byUse, configurable, type OwnSettings } from './own-setting.ts';
import type { SettingSources } from './profile.ts';
import { found } from './resolve.ts';
import { hasOwnSentence } from './schema-words.ts';
import { isTable, keyOf, type NamedSetting } from './setting.ts';
import type { ConfiguredValues } from './settings.ts';
import { lineOf } from './wrong-in-file.ts';

/** `profile` is null for none. */
type ConfigPlace = { readonly path: string; readonly profile: string | null };

/** All settings, common ones first. @throws {CommandFailure} for an unreadable file. */
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

function configuredFor(config: Config | null, profile: string | null): ConfiguredValues {
  const own = config?.profiles.find(({ name }) => name === profile)?.configured ?? [];
  return new Map([...(config?.top ?? []), ...own]);
}

/** A table, which may hold secrets, is only counted. */
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

/** Writes a setting to the config file, or removes it for an empty text. @throws {CommandFailure} */
export async function writeSetting(
  { path, profile }: ConfigPlace,
  { key, typed }: { readonly key: string; readonly typed: string },
  own: OwnSettings,
): Promise<void> {
  const setting = configurable(own).find(({ name }) => keyOf(name) === key);
  if (setting === undefined) throw new Error(`There is no setting ${key}.`);
  const text = typed.trim();
  const value = text === '' ? null : await typedValue(setting, text, own);
  const before = existsSync(path) ? readExactText(path) : '';
  const table = tableOf(setting, profile, await readConfig(path, before, own, 'console'));
  const after = withSetting(before, table, { key, value });
  if (after === null)
    throw new CommandFailure(
      EXIT.refused,
      `${path} has ${key} in a form that only an editor can change: line ${lineOf(before, [...table, key])}.`,
    );
  await readConfig(path, after, own, 'console');
  try {
    replaceFile(path, after);
  } catch (error) {
    throw new CommandFailure(EXIT.refused, `${path} was not saved: ${describeError(error)}.`);
  }
}

/** Its present table, else the one of its kind. */
function tableOf(
  { name, example }: NamedSetting,
  profile: string | null,
  { top, profiles }: Config,
): readonly string[] {
  const own = profiles.find((one) => one.name === profile);
  if (own === undefined) return [];
  const belongsInProfile = typeof example === 'object' && 'inProfile' in example;
  const isInProfile = own.configured.has(keyOf(name)) || (belongsInProfile && !top.has(keyOf(name)));
  return isInProfile ? ['profiles', own.name] : [];
}

/** The typed text as TOML if that fits, else as it is. @throws {CommandFailure} */
async function typedValue(setting: NamedSetting, typed: string, own: OwnSettings): Promise<TomlPrimitive> {
  const schema = schemaOf(setting, await loadSchemas(own, ({ name }) => name === setting.name));
  const written = parsed(`value = ${typed}`)?.['value'];
  for (const value of written === undefined ? [typed] : [written, typed])
    if (schema.safeParse(value).success) return value;
  const [issue] = schema.safeParse(written ?? typed).error?.issues ?? [];
  throw new CommandFailure(
    EXIT.usage,
    issue !== undefined && hasOwnSentence(issue) ? `${issue.message}.` : `"${typed}" is not ${setting.allowed}.`,
  );
}

type Entry = { readonly key: string; readonly value: TomlPrimitive | null };

/** Line by line, since TOML printers drop comments. Null if other keys would change. */
export function withSetting(text: string, table: readonly string[], { key, value }: Entry): string | null {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  const from = table.length === 0 ? 0 : lines.findIndex((line) => headerIn(line) === table.join('.')) + 1;
  if (table.length > 0 && from === 0) return null;
  const next = lines.findIndex((line, n) => n >= from && headerIn(line) !== null);
  const until = next < 0 ? lines.length : next;
  const entry = value === null ? null : stringify({ [key]: value }).trimEnd();
  const at = lines.findIndex((line, n) => n >= from && n < until && keyIn(line) === key);
  const changed =
    at >= 0 ? replaced(lines, at, entry) : entry === null ? lines : inserted(lines, { from, until, key }, entry);
  const result = changed === null ? null : changed.map((line) => `${line}${end}`).join('');
  return result !== null && isDeepStrictEqual(parsed(result), expected(text, table, { key, value })) ? result : null;
}

/** The table begun by a line: `profiles.prod`; null for other lines. */
const headerIn = (line: string): string | null => /^\[\[?([^\]]*)\]/.exec(line.replace(/[\s"']/g, ''))?.[1] ?? null;

const keyIn = (line: string): string | null => /^\s*["']?([\w-]+)["']?\s*=/.exec(line)?.[1] ?? null;

/** Replaces or removes an entry; its comment stays. Null if its end is not found. */
function replaced(lines: readonly string[], at: number, entry: string | null): readonly string[] | null {
  const count = lines.slice(at).findIndex((_, n) => parsed(lines.slice(at, at + n + 1).join('\n')) !== null) + 1;
  const last = lines[at + count - 1];
  if (count === 0 || last === undefined) return null;
  const whole = lines.slice(at, at + count).join('\n');
  const marks = [...last.matchAll(/#/g)].map(({ index }) => whole.length - last.length + index);
  const mark = marks.find((index) => parsed(whole.slice(0, index)) !== null);
  const comment = mark === undefined ? null : whole.slice(mark);
  const line = entry === null ? comment : comment === null ? entry : `${entry}  ${comment}`;
  return [...lines.slice(0, at), ...(line === null ? [] : [line]), ...lines.slice(at + count)];
}

/** Adds an entry below its commented line, else below the last of its table. */
function inserted(
  lines: readonly string[],
  { from, until, key }: { readonly from: number; readonly until: number; readonly key: string },
  entry: string,
): readonly string[] {
  const within = lines.slice(from, until);
  const asComment = within.findIndex((line) => /^\s*#/.test(line) && keyIn(line.replace(/^\s*#\s*/, '')) === key);
  const last = within.findLastIndex((line) => /^\s*[^#\s]/.test(line));
  const at = from + (asComment >= 0 ? asComment : last) + 1;
  // A blank line between the first entry and the table below.
  const gap = at === 0 && lines.length > 0 && lines[0]?.trim() !== '' ? [''] : [];
  return [...lines.slice(0, at), entry, ...gap, ...lines.slice(at)];
}

/** The text as read, with another value of a key; null if it is invalid. */
function expected(text: string, table: readonly string[], { key, value }: Entry): unknown {
  const whole = parsed(text);
  let at: unknown = whole;
  for (const part of table) at = isObject(at) ? at[part] : null;
  if (!isObject(at)) return null;
  if (value === null) delete at[key];
  else at[key] = value;
  return whole;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): TomlTable | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

import type * as z from 'zod';
import { nearest } from '../lib/nearest.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { TOKEN_KEYS } from './file-schema.ts';
import { hasOwnSentence, partOf, wordsAt } from './schema-words.ts';
import type { NamedSetting } from './setting.ts';

type File = {
  readonly path: string;
  readonly text: string;
  readonly parsed: unknown;
  readonly schema: z.core.$ZodType;
};

/** The line of a fault, and the allowed values. Values may be secrets: none is shown. */
export function wrongInFile(file: File, issue: z.core.$ZodIssue, setting: NamedSetting | null): CommandFailure {
  const { path, text, parsed, schema } = file;
  const at = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return unknownKey(file, at, issue.keys[0] ?? '');
  const see = setting?.see === undefined ? '' : `See ${setting.see}.`;
  const line = (of: readonly string[]): string => `${path}, line ${lineOf(text, of)}`;
  if (hasOwnSentence(issue)) {
    const hint = see === '' && setting !== null ? `Allowed: ${setting.allowed}.` : see;
    return new CommandFailure(EXIT.usage, `${line(at)}: ${issue.message}.`, hint);
  }
  // The table has no kind, or an unknown one.
  const place =
    issue.code === 'invalid_union' && issue.discriminator !== undefined && at.at(-1) !== issue.discriminator
      ? [...at, issue.discriminator]
      : at;
  const { allowed } = wordsAt(schema, parsed, place);
  const what = setting?.see === undefined ? place.join('.') : (place.findLast((part) => !/^\d+$/.test(part)) ?? '');
  const isMissing = place.reduce<unknown>(partOf, parsed) === undefined;
  return new CommandFailure(
    EXIT.usage,
    `${line(place)}: ${what} is ${isMissing ? 'missing' : 'invalid'}.`,
    `Allowed: ${allowed ?? issue.message}.${see === '' ? '' : ` ${see}`}`,
  );
}

/** Keys people write a token under. */
const TOKEN_WORDS = /^(?:(?:api|access|auth)_?(?:token|key)|token|secret|password)$/i;

/** An unknown key: the one meant, or all there are. */
function unknownKey({ path, text, parsed, schema }: File, at: readonly string[], key: string): CommandFailure {
  const where = `${path}, line ${lineOf(text, [...at, key])}`;
  const isProfile = at.length === 2 && at[0] === 'profiles';
  const isSetting = at.length === 0 || isProfile;
  if (isSetting && TOKEN_WORDS.test(key)) return tokenInFile(where);
  const { keys, table } = wordsAt(schema, parsed, at);
  const what = isSetting ? `setting ${key}${isProfile ? ' in a profile' : ''}` : `key ${key} in ${table ?? at.at(-1)}`;
  const meant = nearest(key, keys);
  const hint = meant === null ? `There are: ${keys.join(', ')}.` : `Did you mean ${meant}?`;
  return new CommandFailure(EXIT.usage, `${where}: there is no ${what}.`, hint);
}

const tokenInFile = (where: string): CommandFailure =>
  new CommandFailure(EXIT.usage, `${where}: a token is never in this file.`, [
    `Take it out, and name in the profile where it is kept: ${TOKEN_KEYS.join(', ')}.`,
    'Or run "spotdeck login", which keeps it beside this file; or set SPOTDECK_TOKEN.',
  ]);

/** From 1; the line of its table if not found. */
export function lineOf(text: string, path: readonly string[]): number {
  const lines = text.split('\n');
  if (path.some((part) => /^\d+$/.test(part))) return lineInList(lines, path);
  const table = path.slice(0, -1).join('.');
  const header = lines.findIndex((line) => line.replace(/[\s"']/g, '').startsWith(`[${path.join('.')}]`));
  if (header >= 0) return header + 1;
  const from = table === '' ? 0 : lines.findIndex((line) => line.replace(/[\s"']/g, '').startsWith(`[${table}]`));
  const key = path.at(-1) ?? '';
  const at = lines.findIndex(
    (line, n) =>
      n >= from &&
      line
        .trimStart()
        .replace(/["']/g, '')
        .match(/^[\w-]+/)?.[0] === key,
  );
  return Math.max(at, from, 0) + 1;
}

/** The same in the nth element of an array of tables, such as [[rules]]. */
function lineInList(lines: readonly string[], path: readonly string[]): number {
  const headerOf = (line: string): string | null => /^\[\[?([^\]]*)\]/.exec(line.replace(/[\s"']/g, ''))?.[1] ?? null;
  let from = 0;
  let until = lines.length;
  let name = '';
  for (const [n, part] of path.entries()) {
    if (!/^\d+$/.test(part)) {
      name = name === '' ? part : `${name}.${part}`;
      continue;
    }
    const own = name;
    const headers = lines.flatMap((line, at) => (at >= from && at < until && headerOf(line) === own ? [at] : []));
    const header = headers[Number(part)];
    // An inline element, or a value in a list.
    if (header === undefined) return lineOfKey(lines, path[n - 1] ?? '', from, until) + 1;
    from = header;
    const after = lines.findIndex((line, at) => {
      const other = at > header ? headerOf(line) : null;
      return other !== null && !other.startsWith(`${own}.`);
    });
    until = after < 0 ? until : Math.min(until, after);
  }
  const tables = lines.findIndex((line, at) => at > from && at < until && headerOf(line) === name);
  return (tables < 0 ? lineOfKey(lines, path.at(-1) ?? '', from, until) : tables) + 1;
}

/** The first line if not found. */
function lineOfKey(lines: readonly string[], key: string, from: number, until: number): number {
  const at = lines.findIndex(
    (line, n) => n > from && n < until && /^\s*"?([\w-]+)/.exec(line.replace(/'/g, '"'))?.[1] === key,
  );
  return at < 0 ? from : at;
}

import { existsSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { parse, TomlError } from 'smol-toml';
import type * as z from 'zod';
import { NOTIFY_KEYS } from '../features/notify/schemas.ts';
import { RULE_KEYS, ruleKeysOf } from '../features/rules/schemas.ts';
import { nearest } from '../lib/nearest.ts';
import { describeError } from '../lib/os-error.ts';
import { readTextFile } from '../lib/regular-file.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { inHome } from '../system/files.ts';
import type { Environment } from '../system/terminal.ts';
import { ALLOWED_TOKENS, configSchemas, TOKEN_KEYS } from './file-schema.ts';
import { isReadBy, type Reader } from './setting.ts';
import { type Configured, configurable, keyOf, settings, variableIn } from './settings.ts';
import { lineOf } from './toml-lines.ts';

/** Source of a token. */
export type TokenSource =
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly string[] }
  | { readonly kind: 'keyring'; readonly account: string };

export type Profile = {
  readonly name: string;
  readonly configured: Configured;
  /** Configured source of the token, otherwise the file that `spotdeck login` writes. */
  readonly token: TokenSource;
};

export type Config = {
  readonly path: string;
  readonly defaultProfile: string | null;
  readonly top: Configured;
  readonly profiles: readonly Profile[];
  /** What is wrong with settings that are not read, one sentence for each. */
  readonly unread: readonly string[];
};

/** Returns the path of the config file: SPOTDECK_CONFIG, or the default in the platform's config folder. */
export function configPath(environment: Environment): string {
  const given = variableIn(environment, 'SPOTDECK_CONFIG');
  return given === undefined ? join(envPaths('spotdeck', { suffix: '' }).config, 'config.toml') : inHome(given);
}

/**
/**
 * Reads the config file for a reader; null when there is none. @throws {CommandFailure} with file, line and the allowed values of the
 * first setting that is wrong and read, and for a file that others can change: it names programs that run with the operator's rights.
 */
export function loadConfig(path: string, reader: Reader): Config | null {
  if (!existsSync(path)) return null;
  let text: string;
  try {
    if (isWritableByOthers(statSync(path)))
      throw new CommandFailure(
        EXIT.usage,
        `Others can change ${path}, so it is not used.`,
        `Let only yourself change it: chmod go-w ${path}`,
      );
    text = readTextFile(path);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(EXIT.usage, `${path} can't be read: ${describeError(error)}.`);
  }
  return readConfig(path, text, reader);
}

/** Whether other users may write to a file. A group whose number is the owner's is the owner's own, as with a umask of 002. */
export function isWritableByOthers(found: Pick<Stats, 'isFile' | 'mode' | 'uid' | 'gid'>): boolean {
  // Windows has no such rights, and the null device no content.
  if (process.getuid === undefined || !found.isFile()) return false;
  return (found.mode & 0o002) !== 0 || ((found.mode & 0o020) !== 0 && found.gid !== found.uid);
}

/**
 * Parses the text of a config file. A wrong setting that the reader does not read is left out and named.
 * @throws {CommandFailure} with file, line and the allowed values of any other one.
 */
export function readConfig(path: string, text: string, reader: Reader = 'all'): Config {
  const parsed = tomlIn(path, text);
  const { file, written } = configSchemas();
  const issues = file.safeParse(parsed).error?.issues ?? [];
  const read = issues.filter(({ path: at }) => isRead(at, reader));
  // A mistyped key is why another one is missing.
  const first = read.find(({ code }) => code === 'unrecognized_keys') ?? read[0];
  if (first !== undefined) throw wrong(path, text, first);
  // Values stay as written: each setting's own schema reads them, as it reads options and variables.
  const { profiles, default_profile: defaultProfile = null, ...top } = written.parse(parsed);
  const names = Object.keys(profiles);
  if (defaultProfile !== null && !names.includes(defaultProfile)) {
    throw new CommandFailure(
      EXIT.usage,
      `${path}, line ${lineOf(text, ['default_profile'])}: there is no profile ${defaultProfile}.`,
      names.length === 0 ? 'Write one as [profiles.NAME].' : `There are: ${names.join(', ')}.`,
    );
  }
  const leftOut = new Map(issues.map((issue) => [settingPath(issue.path).join(' '), issue]));
  const tableIn = (table: readonly string[], values: Readonly<Record<string, unknown>>): Configured =>
    configuredIn({ path, text, table, leftOut: new Set(leftOut.keys()) }, values);
  return {
    path,
    defaultProfile,
    top: tableIn([], top),
    profiles: names.map((name) => {
      const table = profiles[name] ?? {};
      return { name, configured: tableIn(['profiles', name], table), token: sourceIn(path, text, name, table) };
    }),
    unread: Array.from(leftOut.values(), (issue) => wrong(path, text, issue).message),
  };
}

/** Returns the path of the setting that an issue is about, such as `rules` or `profiles prod theme`. */
const settingPath = (at: z.core.$ZodIssue['path']): readonly string[] =>
  at.slice(0, at[0] === 'profiles' ? 3 : 1).map(String);

/** Whether what an issue is about is read. All that is not a setting is, such as an unknown key. */
function isRead(at: z.core.$ZodIssue['path'], reader: Reader): boolean {
  const key = settingPath(at)[at[0] === 'profiles' ? 2 : 0];
  const name = configurable.find((one) => keyOf(one) === key);
  return name === undefined || isReadBy(settings[name], reader);
}

function tomlIn(path: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why = 'it is not TOML'] = error.message.split('\n');
    throw new CommandFailure(EXIT.usage, `${path}, line ${error.line}, column ${error.column}: ${why}.`);
  }
}

type Table = {
  readonly path: string;
  readonly text: string;
  /** Path of the table in the file. */
  readonly table: readonly string[];
  /** Paths of the settings that are left out, such as `profiles prod theme`. */
  readonly leftOut: ReadonlySet<string>;
};

function configuredIn({ path, text, table, leftOut }: Table, values: Readonly<Record<string, unknown>>): Configured {
  return new Map(
    Object.entries(values).map(([key, value]) => {
      const at = [...table, key];
      const placeOf = (within: readonly string[]): string => `${path}, line ${lineOf(text, [...at, ...within])}`;
      const where = `${at.join('.')} in ${placeOf([])},`;
      return [key, { value, where, placeOf, isLeftOut: leftOut.has(at.join(' ')) }];
    }),
  );
}

function sourceIn(path: string, text: string, name: string, table: unknown): TokenSource {
  const { token_env, token_file, token_command, token_keyring } = configSchemas().sources.parse(table);
  const given = [token_env, token_file, token_command, token_keyring].filter((one) => one !== undefined);
  if (given.length > 1)
    throw new CommandFailure(
      EXIT.usage,
      `${path}, line ${lineOf(text, ['profiles', name])}: the profile ${name} names several sources for its token.`,
      `Leave one of ${TOKEN_KEYS.join(', ')}.`,
    );
  if (token_env !== undefined) return { kind: 'environment', name: token_env };
  if (token_keyring !== undefined) return { kind: 'keyring', account: name };
  if (token_command !== undefined) return { kind: 'command', command: token_command };
  return { kind: 'file', path: token_file === undefined ? loginFile(path, name) : inHome(token_file) };
}

/** Returns the file in which `spotdeck login` stores a profile's token. */
export function loginFile(path: string, profile: string): string {
  return join(dirname(path), 'tokens', profile);
}

function wrong(path: string, text: string, issue: z.core.$ZodIssue | undefined): CommandFailure {
  const at = (issue?.path ?? []).map(String);
  const rules = at.indexOf(keyOf('rules'));
  if (rules === 0 || rules === 2) return wrongRule(path, text, issue, at);
  if (at[0] === 'notify' || at[2] === 'notify') return wrongNotify(path, text, issue, at);
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const where = `${path}, line ${lineOf(text, [...at, key])}`;
    if (TOKEN_WORDS.test(key)) return tokenInFile(where);
    const { file, profile } = configSchemas();
    const known = Object.keys((at.length === 0 ? file : profile).shape);
    return unknownKey(where, key, { kind: `setting ${key}${at.length === 0 ? '' : ' in a profile'}`, known });
  }
  const ofProgram = (['commands', 'onPreempt'] as const).find((one) => [at[0], at[2]].includes(keyOf(one)));
  if (ofProgram !== undefined) {
    const why = issue?.code === 'custom' ? issue.message : `${at.at(-1)} is invalid`;
    return new CommandFailure(
      EXIT.usage,
      `${path}, line ${lineOf(text, at)}: ${why}.`,
      `Allowed: ${settings[ofProgram].allowed}. See docs/configuration.md, "Own commands".`,
    );
  }
  const name =
    configurable.find((one) => keyOf(one) === at.at(-1)) ?? configurable.find((one) => at.includes(keyOf(one)));
  const allowed =
    ALLOWED_TOKENS[at[2] ?? ''] ?? (name === undefined ? (issue?.message ?? 'something else') : settings[name].allowed);
  return new CommandFailure(
    EXIT.usage,
    `${path}, line ${lineOf(text, at)}: ${at.join('.')} is invalid.`,
    `Allowed: ${allowed}.`,
  );
}

/** Keys that people write a token under. */
const TOKEN_WORDS = /^(?:(?:api|access|auth)_?(?:token|key)|token|secret|password)$/i;

/** A token was written into the file. It is not shown. */
const tokenInFile = (where: string): CommandFailure =>
  new CommandFailure(EXIT.usage, `${where}: a token is never in this file.`, [
    `Take it out, and name in the profile where it is kept: ${TOKEN_KEYS.join(', ')}.`,
    'Or run "spotdeck login", which keeps it beside this file; or set SPOTDECK_TOKEN.',
  ]);

/** An unknown key: the one that is meant, or all there are. */
function unknownKey(
  where: string,
  key: string,
  { kind, known }: { readonly kind: string; readonly known: readonly string[] },
): CommandFailure {
  const meant = nearest(key, known);
  const hint = meant === null ? `There are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  return new CommandFailure(EXIT.usage, `${where}: there is no ${kind}.`, hint);
}

/** What a target of notifications has wrong. No value is shown: it may be an address. */
function wrongNotify(
  path: string,
  text: string,
  issue: z.core.$ZodIssue | undefined,
  at: readonly string[],
): CommandFailure {
  const key =
    issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (at.findLast((part) => part in NOTIFY_KEYS) ?? '');
  const known = NOTIFY_KEYS[key];
  const line = lineOf(text, at.at(-1) === key ? at : [...at, key]);
  if (issue?.code === 'unrecognized_keys')
    return unknownKey(`${path}, line ${line}`, key, {
      kind: `key ${key} in a target`,
      known: Object.keys(NOTIFY_KEYS),
    });
  const why =
    issue?.code === 'custom' && issue.message !== 'Invalid input'
      ? issue.message
      : `${key === '' ? 'notify' : key} is invalid`;
  const allowed = known === undefined ? `There are: ${Object.keys(NOTIFY_KEYS).join(', ')}.` : `Allowed: ${known}.`;
  return new CommandFailure(EXIT.usage, `${path}, line ${line}: ${why}.`, `${allowed} See docs/notifications.md.`);
}

/** What a rule of the config file has wrong, with the keys and values that are allowed. */
function wrongRule(
  path: string,
  text: string,
  issue: z.core.$ZodIssue | undefined,
  at: readonly string[],
): CommandFailure {
  const n = at.findIndex((part) => /^\d+$/.test(part));
  const place = at.slice(n + 1).findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const isPlace = place === 'places';
    const keys = isPlace
      ? ['type', 'region', 'limit_price']
      : ruleKeysOf(valueAt(text, [...at.slice(0, n + 1), 'kind']));
    const kind = `key ${key} in ${isPlace ? 'a place' : 'this kind of rule'}`;
    return unknownKey(`${path}, line ${lineOf(text, [...at, key])}`, key, { kind, known: keys });
  }
  const key = issue?.code === 'invalid_union' && place === '' ? 'kind' : place;
  const line = lineOf(text, place === '' ? [...at, key] : at);
  if (issue?.code === 'custom' && issue.message !== 'not an amount' && issue.message !== 'Invalid input')
    return new CommandFailure(EXIT.usage, `${path}, line ${line}: ${issue.message}.`, 'See docs/rules.md.');
  const isMissing = key !== '' && valueAt(text, place === '' ? [...at, key] : at) === undefined;
  return new CommandFailure(
    EXIT.usage,
    `${path}, line ${line}: ${key === '' ? 'rules' : key} ${isMissing ? 'is missing' : 'is invalid'}.`,
    `Allowed: ${RULE_KEYS[key] ?? settings.rules.allowed}. See docs/rules.md.`,
  );
}

/** Returns the value at a path, whatever it is. */
function valueAt(text: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), parse(text));
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

import { existsSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as z from 'zod';
import type { Cancel } from '../lib/clock.ts';
import { readTextFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { mendText } from '../lib/text.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { inHome } from '../system/files.ts';
import { ownFolders } from '../system/own-folders.ts';
import { system } from '../system/system.ts';
import type { Environment } from '../system/terminal.ts';
import { configSchemas, loadSchemas, TOKEN_KEYS, tokenSources } from './file-schema.ts';
import { configurable, type OwnSettings } from './own-setting.ts';
import { partOf } from './schema-words.ts';
import { isReadBy, keyOf, type NamedSetting, type Reader } from './setting.ts';
import { type ConfiguredValues, variableIn } from './settings.ts';
import type { TokenSource } from './token.ts';
import { lineOf, wrongInFile } from './wrong-in-file.ts';

export type Profile = {
  readonly name: string;
  readonly configured: ConfiguredValues;
  /** The configured source, otherwise the file written by `spotdeck login`. */
  readonly token: TokenSource;
};

export type Config = {
  readonly path: string;
  readonly defaultProfile: string | null;
  readonly top: ConfiguredValues;
  readonly profiles: readonly Profile[];
  /** Faults of unread settings, in sentences. */
  readonly unread: readonly string[];
};

/** SPOTDECK_CONFIG, or the default. */
export function configPath(environment: Environment): string {
  const given = variableIn(environment, 'SPOTDECK_CONFIG');
  return given === undefined ? join(ownFolders().config, 'config.toml') : inHome(given);
}

/** Null without a file. @throws {CommandFailure} for a wrong setting that is read, and a file others can change. */
export async function loadConfig(path: string, own: OwnSettings, reader: Reader): Promise<Config | null> {
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
  return readConfig(path, text, own, reader);
}

/** A group with the owner's number is the owner's own, as with umask 002. */
export function isWritableByOthers(found: Pick<Stats, 'isFile' | 'mode' | 'uid' | 'gid'>): boolean {
  // Windows has no such rights, and the null device no content.
  if (process.getuid === undefined || !found.isFile()) return false;
  return (found.mode & 0o002) !== 0 || ((found.mode & 0o020) !== 0 && found.gid !== found.uid);
}

/** Parses a config file; wrong settings not read are left out and named. @throws {CommandFailure} for any other. */
export async function readConfig(
  path: string,
  text: string,
  own: OwnSettings,
  reader: Reader = 'all',
): Promise<Config> {
  const parsed = await tomlIn(path, text);
  const keys = keysIn(parsed);
  const { file, written } = configSchemas(await loadSchemas(own, ({ name }) => keys.has(keyOf(name))));
  const issues = file.safeParse(parsed).error?.issues ?? [];
  const read = issues.filter((issue) => isRead(settingAt(issue, own), reader));
  const failureOf = (issue: z.core.$ZodIssue): CommandFailure =>
    wrongInFile({ path, text, parsed, schema: file }, issue, settingAt(issue, own));
  // A mistyped key explains a missing one.
  const first = read.find(({ code }) => code === 'unrecognized_keys') ?? read[0];
  if (first !== undefined) throw failureOf(first);
  // Values stay as written: each setting's own schema reads them later.
  const { profiles, default_profile: defaultProfile = null, ...top } = written.parse(parsed);
  const names = Object.keys(profiles);
  if (defaultProfile !== null && !names.includes(defaultProfile)) {
    throw new CommandFailure(
      EXIT.usage,
      `${path}, line ${lineOf(text, ['default_profile'])}: there is no profile ${defaultProfile}.`,
      names.length === 0 ? 'Write one as [profiles.NAME].' : `There are: ${names.join(', ')}.`,
    );
  }
  const leftOut = new Map(issues.map((issue) => [settingPath(issue).join(' '), issue]));
  const tableIn = (table: readonly string[], values: Readonly<Record<string, unknown>>): ConfiguredValues =>
    configuredIn({ path, text, table, leftOut: new Set(leftOut.keys()) }, values);
  return {
    path,
    defaultProfile,
    top: tableIn([], top),
    profiles: names.map((name) => {
      const table = profiles[name] ?? {};
      return { name, configured: tableIn(['profiles', name], table), token: sourceIn(path, text, name, table) };
    }),
    unread: Array.from(leftOut.values(), (issue) => failureOf(issue).message),
  };
}

/** Keys at the top and in profiles. */
function keysIn(parsed: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const profiles = Object.values(partOf(parsed, 'profiles') ?? {});
  return new Set([parsed, ...profiles].flatMap((table) => Object.keys(table ?? {})));
}

/** The setting of an issue: `rules` or `profiles prod theme`. */
const settingPath = ({ path }: z.core.$ZodIssue): readonly string[] =>
  path.slice(0, path[0] === 'profiles' ? 3 : 1).map(String);

/** Null for an unknown key. */
function settingAt(issue: z.core.$ZodIssue, own: OwnSettings): NamedSetting | null {
  const at = settingPath(issue);
  const key = at[at[0] === 'profiles' ? 2 : 0];
  return configurable(own).find(({ name }) => keyOf(name) === key) ?? null;
}

const isRead = (setting: NamedSetting | null, reader: Reader): boolean => setting === null || isReadBy(setting, reader);

async function tomlIn(path: string, text: string): Promise<Readonly<Record<string, unknown>>> {
  // Loaded only for a file: most scripts have variables alone.
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(mendText(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why = 'it is not TOML'] = error.message.split('\n');
    throw new CommandFailure(EXIT.usage, `${path}, line ${error.line}, column ${error.column}: ${why}.`);
  }
}

type Table = {
  readonly path: string;
  readonly text: string;
  readonly table: readonly string[];
  /** Paths such as `profiles prod theme`. */
  readonly leftOut: ReadonlySet<string>;
};

function configuredIn(
  { path, text, table, leftOut }: Table,
  values: Readonly<Record<string, unknown>>,
): ConfiguredValues {
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
  const { token_env, token_file, token_command, token_keyring } = tokenSources().parse(table);
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

/** The token file of `spotdeck login`. */
export function loginFile(path: string, profile: string): string {
  return join(dirname(path), 'tokens', profile);
}

/** Interval of checks. */
const CHECK_MS = 1000;

/** Calls a function after each change of the config file. Returns its end. */
export function onConfigChange(path: string, changed: () => void): Cancel {
  const { clock } = system();
  let seen: string | null = null;
  let stopped = false;
  let cancel: Cancel = () => undefined;
  // Polled by time: editors replace the file, and it may be a link.
  const check = async (): Promise<void> => {
    const found = await versionOf(path);
    if (stopped) return;
    if (seen !== null && found !== seen) changed();
    seen = found;
    cancel = clock.after(CHECK_MS, () => void check());
  };
  void check();
  return () => {
    stopped = true;
    cancel();
  };
}

/** Changes with the file; empty without one. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return '';
  }
}

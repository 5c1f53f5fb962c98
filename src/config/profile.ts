import { CommandFailure, EXIT } from '../system/exit.ts';
import { passVariables } from '../system/program-environment.ts';
import type { Environment } from '../system/terminal.ts';
import { type Config, configPath, loadConfig, type Profile } from './file.ts';
import type { OwnSettings } from './own-setting.ts';
import { createTokenRenewal } from './renew-token.ts';
import { readSettings, type Sources, variablesFor } from './resolve.ts';
import { partOf } from './schema-words.ts';
import { keyOf, type Reader } from './setting.ts';
import { type CliFlags, type ConfiguredValues, type Settings, variableIn } from './settings.ts';
import { isReplaceable, missingToken, type TokenSource, tokenFrom } from './token.ts';
import type { TokenTerminal } from './token-command.ts';

/** Where the settings of a run come from: its options, the variables at its start, and the settings that its features declare. */
export type SettingSources = {
  readonly flags: CliFlags;
  readonly environment: Environment;
  readonly own: OwnSettings;
};

/** Settings with their config file and where they come from. */
export type ResolvedSettings = {
  readonly settings: Settings;
  readonly config: Config | null;
  readonly from: SettingSources;
};

/** Settings as a reader has read them. `unread` is what is wrong with those that it does not read, one sentence for each. */
export type ReadSettings = ResolvedSettings & { readonly unread: readonly string[] };

/** Reads all settings of the named profile, otherwise of the default one. @throws {CommandFailure} for a wrong one that is read. */
export async function resolveSettings(from: SettingSources, reader: Reader): Promise<ReadSettings> {
  return resolved(from, reader, (config) => {
    const named = from.flags.profile ?? variableIn(from.environment, 'SPOTDECK_PROFILE');
    return profileNamed(config, typeof named === 'string' ? named : config.defaultProfile);
  });
}

/** Reads the settings of the demo or a recording, without those of any profile: they are for other services. */
export async function demoSettings(from: SettingSources): Promise<ReadSettings> {
  return resolved(from, 'console', () => null);
}

async function resolved(
  from: SettingSources,
  reader: Reader,
  profileIn: (config: Config) => Profile | null,
): Promise<ReadSettings> {
  const { environment, own } = from;
  const config = await loadConfig(configPath(environment), own, reader);
  const variables = await variablesFor(own, environment, reader);
  const read = { ...from, environment: variables.environment };
  const settings =
    config === null ? await readForPrograms(own, read) : await settingsOf(config, profileIn(config), read);
  return { settings, config, from, unread: [...(config?.unread ?? []), ...variables.unread] };
}

/** Reads all settings. Programs that are started from now on, such as that of a token, get the variables that these name. */
async function readForPrograms(own: OwnSettings, sources: Sources): Promise<Settings> {
  const read = await readSettings(own, sources);
  passVariables(read.passVariables);
  return read;
}

/** The line that names wrong settings which are not read; none without any. */
export function unreadLines([first, ...more]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  const what =
    more.length === 0
      ? 'A setting that this command does not read is wrong'
      : `${more.length + 1} settings that this command does not read are wrong, the first one`;
  return [`${what}: ${first}`];
}

/** Finds a profile by name, or the only one when none is named. @throws {CommandFailure} when there is no such profile. */
function profileNamed({ profiles, path }: Config, name: string | null): Profile | null {
  if (name === null) return profiles.length === 1 ? (profiles[0] ?? null) : null;
  const profile = profiles.find((profile) => profile.name === name);
  if (profile !== undefined) return profile;
  if (profiles.length === 0) return null;
  throw new CommandFailure(
    EXIT.usage,
    `There is no profile ${name} in ${path}.`,
    `There are: ${profiles.map((profile) => profile.name).join(', ')}.`,
  );
}

/** Variables that may hold a token, and the terminal that a token program may use. */
export type TokenContext = { readonly variables: Environment; readonly terminal: TokenTerminal };

/** Reads the settings of one profile; options and environment take precedence. */
export async function settingsOf(
  { top }: Config,
  profile: Profile | null,
  from: SettingSources,
  { variables, terminal }: TokenContext = { variables: from.environment, terminal: 'shared' },
): Promise<Settings> {
  const configured: ConfiguredValues = new Map([...top, ...(profile?.configured ?? [])]);
  const read = await readForPrograms(from.own, { ...from, configured });
  if (profile === null) return read;
  const named = { ...read, profile: profile.name };
  // A profile's token is for that profile's service only: another address needs a token from the operator.
  const written = await readSettings(from.own, { configured });
  if (read.token !== null || read.baseUrl !== written.baseUrl) return named;
  return signedInWith(named, profile.token, variables, await tokenFrom(profile.token, variables, terminal));
}

/** Settings with the token of a profile, from its source. `variables` may hold one. */
export function signedInWith(
  settings: Settings,
  tokenSource: TokenSource,
  variables: Environment,
  token: string | null,
): Settings {
  const again = isReplaceable(tokenSource) ? () => tokenFrom(tokenSource, variables, 'drawn-on') : null;
  const noToken = token === null ? missingToken(tokenSource) : null;
  return { ...settings, token, tokenSource, renewToken: createTokenRenewal(again), noToken };
}

/** Reads the config file again, and the settings of a profile without its token. @throws {CommandFailure} when it can't be read. */
export async function reloadConfig(
  path: string,
  name: string | null,
  from: SettingSources,
  reader: Reader,
): Promise<ReadSettings> {
  const config = await loadConfig(path, from.own, reader);
  if (config === null) throw new CommandFailure(EXIT.usage, `There is no ${path} any more.`);
  const profile = name === null ? null : profileNamed(config, name);
  const configured: ConfiguredValues = new Map([...config.top, ...(profile?.configured ?? [])]);
  const variables = await variablesFor(from.own, from.environment, reader);
  const settings = await readForPrograms(from.own, { ...from, environment: variables.environment, configured });
  return { settings, config, from, unread: [...config.unread, ...variables.unread] };
}

/**
 * The variables of a config file that hold secrets, which no editor, ssh or other program may inherit: those of tokens, and those
 * that the tables of settings name.
 */
export function secretVariables(config: Config | null, own: OwnSettings): readonly string[] {
  const named = config?.profiles.flatMap(({ token }) => (token.kind === 'environment' ? [token.name] : [])) ?? [];
  const tables = config === null ? [] : [config.top, ...config.profiles.map(({ configured }) => configured)];
  const inTables = own.all.flatMap(({ name, secretKeys = [] }) =>
    tables.flatMap((table) => {
      const elements: unknown = table.get(keyOf(name))?.value;
      const values = Array.isArray(elements)
        ? elements.flatMap((one) => secretKeys.map((key) => partOf(one, key)))
        : [];
      return values.filter((value) => typeof value === 'string');
    }),
  );
  return ['SPOTDECK_TOKEN', ...named, ...inTables];
}

/** The source of the token in use; null when there is none. */
export function sourceInUse({ settings }: ResolvedSettings): TokenSource | null {
  return settings.token === null ? null : settings.tokenSource;
}

/** Where another token can appear while a program runs; null when nowhere. */
export function replaceableSource(kept: ResolvedSettings | null): TokenSource | null {
  const source = kept?.settings.tokenSource ?? null;
  return source === null || !isReplaceable(source) ? null : source;
}

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

export type SettingSources = {
  readonly flags: CliFlags;
  readonly environment: Environment;
  readonly own: OwnSettings;
};

export type ResolvedSettings = {
  readonly settings: Settings;
  readonly config: Config | null;
  readonly from: SettingSources;
};

/** `unread`: faults of settings it does not read. */
export type ReadSettings = ResolvedSettings & { readonly unread: readonly string[] };

/** @throws {CommandFailure} for a wrong setting that is read. */
export async function resolveSettings(from: SettingSources, reader: Reader): Promise<ReadSettings> {
  return resolved(from, reader, (config) => {
    const named = from.flags.profile ?? variableIn(from.environment, 'SPOTDECK_PROFILE');
    return profileNamed(config, typeof named === 'string' ? named : config.defaultProfile);
  });
}

/** Settings of the demo or a recording, without a profile: profiles are for services. */
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

/** Programs started from now on get the variables named by the settings. */
async function readForPrograms(own: OwnSettings, sources: Sources): Promise<Settings> {
  const read = await readSettings(own, sources);
  passVariables(read.passVariables);
  return read;
}

/** One line about wrong, unread settings; none without any. */
export function unreadLines([first, ...more]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  const what =
    more.length === 0
      ? 'A setting that this command does not read is wrong'
      : `${more.length + 1} settings that this command does not read are wrong, the first one`;
  return [`${what}: ${first}`];
}

/** A profile by name, or the only one. @throws {CommandFailure} */
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

/** Variables with tokens, and the terminal for token programs. */
export type TokenContext = { readonly variables: Environment; readonly terminal: TokenTerminal };

/** Settings of one profile; options and variables win. */
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
  // A profile's token is for its own service: another address needs another one.
  const written = await readSettings(from.own, { configured });
  if (read.token !== null || read.baseUrl !== written.baseUrl) return named;
  return signedInWith(named, profile.token, variables, await tokenFrom(profile.token, variables, terminal));
}

/** Settings with a token of a profile. `variables` may hold one. */
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

/** Reads the config file again, without the token. @throws {CommandFailure} */
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

/** Variables with secrets, named by tokens and tables: no editor or ssh may inherit them. */
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

/** The source of the token in use; null without one. */
export function sourceInUse({ settings }: ResolvedSettings): TokenSource | null {
  return settings.token === null ? null : settings.tokenSource;
}

/** Null if no other token can appear at runtime. */
export function replaceableSource(kept: ResolvedSettings | null): TokenSource | null {
  const source = kept?.settings.tokenSource ?? null;
  return source === null || !isReplaceable(source) ? null : source;
}

import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { type Config, configPath, loadConfig, type Profile } from './file.ts';
import { readSettings } from './resolve.ts';
import { type CliFlags, type Configured, type Settings, variableIn } from './settings.ts';
import { tokenFrom } from './token.ts';
import type { TokenTerminal } from './token-command.ts';

/** The settings, the config file that they partly come from, and the options that were given. */
export type ResolvedSettings = {
  readonly settings: Settings;
  readonly config: Config | null;
  readonly flags: CliFlags;
};

/** All settings for the profile that was named, or is the usual one. @throws {CommandFailure} */
export async function resolveSettings(given: CliFlags, environment: Environment): Promise<ResolvedSettings> {
  const config = loadConfig(configPath(environment));
  if (config === null) return { settings: readSettings(given, environment), config, flags: given };
  const named = given.profile ?? variableIn(environment, 'SPOTDECK_PROFILE');
  const name = typeof named === 'string' ? named : config.defaultProfile;
  return { settings: await settingsOf(config, profileNamed(config, name), given, environment), config, flags: given };
}

/** The settings of the demo: those of no profile, for it is none of their services. */
export async function demoSettings(given: CliFlags, environment: Environment): Promise<ResolvedSettings> {
  const config = loadConfig(configPath(environment));
  const settings =
    config === null ? readSettings(given, environment) : await settingsOf(config, null, given, environment);
  return { settings, config, flags: given };
}

/** The profile with a name; the only one when none is named. @throws {CommandFailure} when there is no such profile. */
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

/** Where a token is looked for: the variables that may hold it, and the terminal that a program may ask on. */
export type TokenContext = { readonly variables: Environment; readonly terminal: TokenTerminal };

/** The settings of one profile, with what flags and environment say instead. */
export async function settingsOf(
  { top }: Config,
  profile: Profile | null,
  given: CliFlags,
  environment: Environment,
  { variables, terminal }: TokenContext = { variables: environment, terminal: 'shared' },
): Promise<Settings> {
  const configured: Configured = new Map([...top, ...(profile?.configured ?? [])]);
  const read = readSettings(given, environment, configured);
  if (profile === null) return read;
  const named = { ...read, profile: profile.name };
  // A token is for the service of its profile; another address gets it from nobody but its owner.
  const own = readSettings({}, {}, configured);
  if (read.token !== null || read.baseUrl !== own.baseUrl) return named;
  return { ...named, token: await tokenFrom(profile.token, variables, terminal) };
}

/** A config file as it is now, and the settings of a profile without its token. @throws {CommandFailure} when it can't be read. */
export function reloadConfig(
  path: string,
  name: string | null,
  given: CliFlags,
  environment: Environment,
): ResolvedSettings {
  const config = loadConfig(path);
  if (config === null) throw new CommandFailure(EXIT.usage, `There is no ${path} any more.`);
  const profile = name === null ? null : profileNamed(config, name);
  const configured: Configured = new Map([...config.top, ...(profile?.configured ?? [])]);
  return { settings: readSettings(given, environment, configured), config, flags: given };
}

/** The variables that hold tokens: no editor, ssh or other program is to inherit them. */
export function tokenVariables(config: Config | null): readonly string[] {
  const named = config?.profiles.flatMap(({ token }) => (token.kind === 'environment' ? [token.name] : [])) ?? [];
  return ['SPOTDECK_TOKEN', ...named];
}

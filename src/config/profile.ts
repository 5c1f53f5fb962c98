import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { type Config, configPath, loadConfig, type Profile } from './file.ts';
import { notifyVariables } from './notify-schemas.ts';
import { readSettings } from './resolve.ts';
import { type CliFlags, type Configured, type Settings, variableIn } from './settings.ts';
import { tokenFrom } from './token.ts';
import type { TokenTerminal } from './token-command.ts';

/** Settings with their config file and the options of the command line. */
export type ResolvedSettings = {
  readonly settings: Settings;
  readonly config: Config | null;
  readonly flags: CliFlags;
};

/** Reads all settings of the named profile, otherwise of the default one. @throws {CommandFailure} */
export async function resolveSettings(flags: CliFlags, environment: Environment): Promise<ResolvedSettings> {
  const config = loadConfig(configPath(environment));
  if (config === null) return { settings: readSettings(flags, environment), config, flags };
  const named = flags.profile ?? variableIn(environment, 'SPOTDECK_PROFILE');
  const name = typeof named === 'string' ? named : config.defaultProfile;
  return { settings: await settingsOf(config, profileNamed(config, name), flags, environment), config, flags };
}

/** Reads the settings of the demo, without those of any profile: they are for other services. */
export async function demoSettings(flags: CliFlags, environment: Environment): Promise<ResolvedSettings> {
  const config = loadConfig(configPath(environment));
  const settings =
    config === null ? readSettings(flags, environment) : await settingsOf(config, null, flags, environment);
  return { settings, config, flags };
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
  flags: CliFlags,
  environment: Environment,
  { variables, terminal }: TokenContext = { variables: environment, terminal: 'shared' },
): Promise<Settings> {
  const configured: Configured = new Map([...top, ...(profile?.configured ?? [])]);
  const read = readSettings(flags, environment, configured);
  if (profile === null) return read;
  const named = { ...read, profile: profile.name };
  // A profile's token is for that profile's service only: another address needs a token from the operator.
  const own = readSettings({}, {}, configured);
  if (read.token !== null || read.baseUrl !== own.baseUrl) return named;
  return { ...named, token: await tokenFrom(profile.token, variables, terminal) };
}

/** Reads the config file again, and the settings of a profile without its token. @throws {CommandFailure} when it can't be read. */
export function reloadConfig(
  path: string,
  name: string | null,
  flags: CliFlags,
  environment: Environment,
): ResolvedSettings {
  const config = loadConfig(path);
  if (config === null) throw new CommandFailure(EXIT.usage, `There is no ${path} any more.`);
  const profile = name === null ? null : profileNamed(config, name);
  const configured: Configured = new Map([...config.top, ...(profile?.configured ?? [])]);
  return { settings: readSettings(flags, environment, configured), config, flags };
}

/** Returns the variables that hold tokens and addresses, which no editor, ssh or other program may inherit. */
export function tokenVariables(config: Config | null): readonly string[] {
  const named = config?.profiles.flatMap(({ token }) => (token.kind === 'environment' ? [token.name] : [])) ?? [];
  const tables = config === null ? [] : [config.top, ...config.profiles.map(({ configured }) => configured)];
  return ['SPOTDECK_TOKEN', ...named, ...tables.flatMap((table) => notifyVariables(table.get('notify')?.value))];
}

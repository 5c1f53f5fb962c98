import { notifyVariables } from '../features/notify/schemas.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { type Config, configPath, loadConfig, type Profile } from './file.ts';
import { readSettings, variablesFor } from './resolve.ts';
import type { Reader } from './setting.ts';
import { type CliFlags, type Configured, type Settings, variableIn } from './settings.ts';
import { missingToken, tokenFrom } from './token.ts';
import type { TokenTerminal } from './token-command.ts';

/** Settings with their config file and the options of the command line. */
export type ResolvedSettings = {
  readonly settings: Settings;
  readonly config: Config | null;
  readonly flags: CliFlags;
};

/** Settings as a reader has read them. `unread` is what is wrong with those that it does not read, one sentence for each. */
export type ReadSettings = ResolvedSettings & { readonly unread: readonly string[] };

/** Reads all settings of the named profile, otherwise of the default one. @throws {CommandFailure} for a wrong one that is read. */
export async function resolveSettings(
  flags: CliFlags,
  environment: Environment,
  reader: Reader,
): Promise<ReadSettings> {
  return resolved(flags, environment, reader, (config) => {
    const named = flags.profile ?? variableIn(environment, 'SPOTDECK_PROFILE');
    return profileNamed(config, typeof named === 'string' ? named : config.defaultProfile);
  });
}

/** Reads the settings of the demo or a recording, without those of any profile: they are for other services. */
export async function demoSettings(flags: CliFlags, environment: Environment): Promise<ReadSettings> {
  return resolved(flags, environment, 'console', () => null);
}

async function resolved(
  flags: CliFlags,
  environment: Environment,
  reader: Reader,
  profileIn: (config: Config) => Profile | null,
): Promise<ReadSettings> {
  const config = loadConfig(configPath(environment), reader);
  const variables = variablesFor(environment, reader);
  const settings =
    config === null
      ? readSettings(flags, variables.environment)
      : await settingsOf(config, profileIn(config), flags, variables.environment);
  return { settings, config, flags, unread: [...(config?.unread ?? []), ...variables.unread] };
}

/** Returns the line that names wrong settings which are not read; none without any. */
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
  const token = await tokenFrom(profile.token, variables, terminal);
  return { ...named, token, noToken: token === null ? missingToken(profile.token) : null };
}

/** Reads the config file again, and the settings of a profile without its token. @throws {CommandFailure} when it can't be read. */
export function reloadConfig(
  path: string,
  name: string | null,
  flags: CliFlags,
  environment: Environment,
  reader: 'console' | 'autopilot',
): ReadSettings {
  const config = loadConfig(path, reader);
  if (config === null) throw new CommandFailure(EXIT.usage, `There is no ${path} any more.`);
  const profile = name === null ? null : profileNamed(config, name);
  const configured: Configured = new Map([...config.top, ...(profile?.configured ?? [])]);
  const variables = variablesFor(environment, reader);
  const settings = readSettings(flags, variables.environment, configured);
  return { settings, config, flags, unread: [...config.unread, ...variables.unread] };
}

/** Returns the variables that hold tokens and addresses, which no editor, ssh or other program may inherit. */
export function tokenVariables(config: Config | null): readonly string[] {
  const named = config?.profiles.flatMap(({ token }) => (token.kind === 'environment' ? [token.name] : [])) ?? [];
  const tables = config === null ? [] : [config.top, ...config.profiles.map(({ configured }) => configured)];
  return ['SPOTDECK_TOKEN', ...named, ...tables.flatMap((table) => notifyVariables(table.get('notify')?.value))];
}

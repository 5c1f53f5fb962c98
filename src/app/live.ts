import { statSync } from 'node:fs';
import { connectProfile } from '../config/connect-profile.ts';
import { connectedTo, connectionFrom } from '../config/connection.ts';
import { type Config, configPath } from '../config/file.ts';
import { storagePaths } from '../config/paths.ts';
import { type ResolvedSettings, reloadConfig, settingsOf, tokenVariables } from '../config/profile.ts';
import type { KeptToken, ProfileSession, ReloadedConfig } from '../config/session-config.ts';
import { settings as allSettings, type CliFlags, type Settings } from '../config/settings.ts';
import type { RecordingFile } from '../features/replay/recording-file.ts';
import type { Features } from '../store/features.ts';
import { NOWHERE } from '../store/start-state.ts';
import type { Environment } from '../system/terminal.ts';
import { coloursOf, hasTerminal } from '../system/terminal.ts';
import { isForScreenReader } from './background.ts';
import { runConsole } from './console.ts';
import { printTables } from './print-once.ts';
import { liveSettings, profileFrom } from './profile.ts';

/** `spotdeck`: shows the console on the configured service; without a terminal it prints the five lists once. */
export async function live(
  features: Features,
  resolved: ResolvedSettings,
  environment: Environment,
  recording: RecordingFile | null,
): Promise<number> {
  return show(features, resolved, environment, liveSession({ resolved, environment }), recording);
}

function liveSession(kept: KeptToken): ProfileSession {
  const { settings } = kept.resolved;
  const connection = connectionFrom(settings);
  const storage = storagePaths(settings, connection.baseUrl);
  const connected = connectedTo(connection, settings);
  return { ...profileFrom(settings, Promise.resolve(connection), connected, storage), kept };
}

function profilesIn(config: Config | null): readonly string[] {
  return config?.profiles.map(({ name }) => name) ?? [];
}

/**
 * Returns the options and variables that also apply to the profiles the operator switches to: read-only alone. Everything else
 * on the command line, such as an address, was meant for the first profile; the others are as the config file has them.
 */
function flagsForAllProfiles({ readOnlyBy }: Settings): readonly [CliFlags, Environment] {
  if (readOnlyBy?.kind !== 'given') return [{}, {}];
  const { environment } = allSettings.readOnly;
  return environment === readOnlyBy.name ? [{}, { [environment]: 'true' }] : [{ readOnly: true }, {}];
}

/** Shows a session in the console, or prints its lists once without a terminal. Returns the exit code. */
export async function show(
  features: Features,
  resolved: ResolvedSettings,
  environment: Environment,
  session: ProfileSession,
  recording: RecordingFile | null,
): Promise<number> {
  if (!hasTerminal()) return printTables(features, resolved.settings, await session.connection, session.connected);
  return showOnTerminal(features, resolved, environment, session, recording, null);
}

/** Shows the first screen of a console without a service, then what is chosen there. Returns the exit code. */
export async function showFirstRun(
  features: Features,
  resolved: ResolvedSettings,
  environment: Environment,
  recording: RecordingFile | null,
  demo: () => ProfileSession,
): Promise<number> {
  const nowhere = new Promise<never>(() => undefined);
  const storage = { path: ':memory:', views: null, service: '', fresh: false };
  const { profile } = resolved.settings;
  const session = profileFrom(resolved.settings, nowhere, { ...NOWHERE, profile }, storage);
  return showOnTerminal(features, resolved, environment, session, recording, demo);
}

const modifiedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

async function showOnTerminal(
  features: Features,
  { settings, config: first, flags }: ResolvedSettings,
  environment: Environment,
  session: ProfileSession,
  recording: RecordingFile | null,
  demo: (() => ProfileSession) | null,
): Promise<number> {
  let config = first;
  /** Time of the change that this console has made to the config file itself, which needs no reading. */
  let savedAt: number | undefined;
  const readBy =
    (profile: string | null, own: CliFlags, variables: Environment): ReloadedConfig =>
    () => {
      if (config === null || (savedAt !== undefined && modifiedAt(config.path) === savedAt)) return null;
      const reloaded = reloadConfig(config.path, profile, own, variables, 'console');
      config = reloaded.config;
      return {
        ...liveSettings(reloaded.settings),
        profiles: profilesIn(config),
        budget: reloaded.settings.budgetPerHour,
        spendBudgets: { day: reloaded.settings.budgetPerDay, month: reloaded.settings.budgetPerMonth },
        confirm: reloaded.settings.confirm,
        aliases: reloaded.settings.names,
        projects: reloaded.settings.projects,
      };
    };
  /** SPOTDECK_TOKEN is for the first profile only. */
  const ofProfile: Environment = { ...environment, SPOTDECK_TOKEN: undefined };
  const profile = profilesIn(config).includes(settings.profile) ? settings.profile : null;
  return runConsole({
    features,
    session: { ...session, reloadConfig: readBy(profile, flags, environment) },
    firstRun: demo === null ? null : { demo: () => ({ ...demo(), reloadConfig: () => null }) },
    connect: async (typed, attempt) => {
      const path = configPath(environment);
      // On the first screen the options and variables are meant for this profile.
      const [own, variables] = demo === null || config !== null ? flagsForAllProfiles(settings) : [flags, environment];
      const token = await connectProfile(typed, { ...attempt, path, settings, environment });
      if (!token.ok || attempt.signal.aborted) return { ok: false, error: token.ok ? [] : token.error };
      const saved = reloadConfig(path, typed.profile, own, variables, 'console');
      config = saved.config;
      savedAt = modifiedAt(path);
      for (const name of tokenVariables(config)) delete process.env[name];
      const resolved = { ...saved, settings: { ...saved.settings, profile: typed.profile, token: token.value } };
      const session = liveSession({ resolved, environment: ofProfile });
      const profiles = profilesIn(config);
      return {
        ok: true,
        value: { session: { ...session, reloadConfig: readBy(typed.profile, own, variables) }, profiles },
      };
    },
    profiles: profilesIn(config),
    watched: configPath(environment),
    sessionOf: async (name) => {
      const next = config?.profiles.find((profile) => profile.name === name) ?? null;
      if (config === null || next === null) throw new Error(`There is no profile ${name}.`);
      const [own, variables] = flagsForAllProfiles(settings);
      const token = { variables: environment, terminal: 'drawn-on' } as const;
      const read = await settingsOf(config, next, own, variables, token);
      const other = liveSession({ resolved: { settings: read, config, flags: own }, environment: ofProfile });
      return { ...other, reloadConfig: readBy(name, own, variables) };
    },
    ascii: settings.ascii,
    screenReader: isForScreenReader(settings, environment),
    mouse: settings.mouse,
    colours: coloursOf(environment),
    debug: settings.debug,
    environment,
    recording,
  });
}

import type { Connection } from '../api/client.ts';
import { connectedTo, connectionFrom } from '../config/connection.ts';
import type { Config } from '../config/file.ts';
import { type StoragePaths, storagePaths } from '../config/paths.ts';
import { type ResolvedSettings, reloadConfig, settingsOf } from '../config/profile.ts';
import type { LiveSettings, ProfileSession, ReloadedConfig } from '../config/session-config.ts';
import { settings as allSettings, type CliFlags, type Settings } from '../config/settings.ts';
import type { Connected } from '../state/state.ts';
import type { RecordingFile } from '../system/recording-file.ts';
import type { Environment } from '../system/terminal.ts';
import { coloursOf, hasTerminal } from '../system/terminal.ts';
import { runConsole } from './console.ts';
import { printTables } from './print-once.ts';

/** `spotdeck`: the console on the service of the settings; the five tables once where there is no terminal. */
export async function live(
  resolved: ResolvedSettings,
  environment: Environment,
  recording: RecordingFile | null,
): Promise<number> {
  return show(resolved, environment, liveSession(resolved.settings), recording);
}

function liveSession(settings: Settings): ProfileSession {
  const connection = connectionFrom(settings);
  const storage = storagePaths(settings, connection.baseUrl);
  return sessionFrom(settings, Promise.resolve(connection), connectedTo(connection, settings), storage);
}

/** What a place is by its settings. */
export function sessionFrom(
  settings: Settings,
  connection: Promise<Connection>,
  connected: Connected,
  storage: StoragePaths,
): ProfileSession {
  return {
    connected,
    connection,
    storage,
    reach: settings.reach,
    ssh: { user: settings.sshUser, options: settings.sshOptions },
    ...liveSettings(settings),
  };
}

/** What of the settings can change while the console runs. */
function liveSettings(settings: Settings): LiveSettings {
  return {
    alerts: settings.alerts,
    preemptionMs: settings.preemption * 60_000,
    onPreempt: settings.onPreempt,
    keyOverrides: settings.keys,
    ownCommands: settings.commands,
    theme: settings.theme,
    pace: { visibleMs: settings.refresh * 1000, hiddenMs: settings.refreshHidden * 1000 },
  };
}

function profilesIn(config: Config | null): readonly string[] {
  return config?.profiles.map(({ name }) => name) ?? [];
}

/**
 * What counts for every profile that is switched to, as an option or a variable: only that nothing may be changed. All else
 * that was given by hand was meant for the first profile, such as its address, and the config file speaks for itself.
 */
function countingForAll({ readOnlyBy }: Settings): readonly [CliFlags, Environment] {
  if (readOnlyBy?.kind !== 'given') return [{}, {}];
  const { environment } = allSettings.readOnly;
  return environment === readOnlyBy.name ? [{}, { [environment]: 'true' }] : [{ readOnly: true }, {}];
}

/** Shows a place in the way the process can, with the profiles of the config file to switch to. */
export async function show(
  { settings, config: first, flags }: ResolvedSettings,
  environment: Environment,
  session: ProfileSession,
  recording: RecordingFile | null,
): Promise<number> {
  if (!hasTerminal()) {
    return printTables(settings, await session.connection, session.connected);
  }
  let config = first;
  const readBy =
    (profile: string | null, own: CliFlags, variables: Environment): ReloadedConfig =>
    () => {
      if (config === null) return null;
      const again = reloadConfig(config.path, profile, own, variables);
      config = again.config;
      return {
        ...liveSettings(again.settings),
        profiles: profilesIn(config),
        budget: again.settings.budgetPerHour,
        confirm: again.settings.confirm,
        aliases: again.settings.names,
        projects: again.settings.projects,
      };
    };
  const profile = profilesIn(config).includes(settings.profile) ? settings.profile : null;
  return runConsole({
    place: { ...session, reloadConfig: readBy(profile, flags, environment) },
    profiles: profilesIn(config),
    watched: config?.path ?? null,
    placeOf: async (name) => {
      const next = config?.profiles.find((profile) => profile.name === name) ?? null;
      if (config === null || next === null) throw new Error(`There is no profile ${name}.`);
      const [own, variables] = countingForAll(settings);
      const there = liveSession(
        await settingsOf(config, next, own, variables, { variables: environment, terminal: 'drawn-on' }),
      );
      return { ...there, reloadConfig: readBy(name, own, variables) };
    },
    ascii: settings.ascii,
    screenReader: environment['INK_SCREEN_READER'] === 'true',
    mouse: settings.mouse && environment['INK_SCREEN_READER'] !== 'true',
    colours: coloursOf(environment),
    debug: settings.debug,
    recording,
  });
}

import { statSync } from 'node:fs';
import { connectTyped } from '../config/connect-profile.ts';
import { connectedTo, connectionFrom } from '../config/connection.ts';
import { configPath } from '../config/file.ts';
import { storagePaths } from '../config/paths.ts';
import {
  type ResolvedSettings,
  reloadConfig,
  type SettingSources,
  secretVariables,
  settingsOf,
  signedInWith,
} from '../config/profile.ts';
import {
  type ConfigAccess,
  type ProfileConfig,
  profileFrom,
  profilesIn,
  type RereadConfig,
  rereadConfig,
} from '../config/profile-config.ts';
import { settings as allSettings } from '../config/settings.ts';
import { shownSettings, writeSetting } from '../config/write-setting.ts';
import { NOWHERE } from '../store/start-state.ts';
import type { Features } from '../store/state.ts';
import { system } from '../system/system.ts';
import { coloursOf, type Environment, hasTerminal } from '../system/terminal.ts';
import { runConsole } from './console.ts';
import { type ConsoleOptions, isForScreenReader } from './options.ts';
import { printTables } from './print-once.ts';

export async function live(
  features: Features,
  resolved: ResolvedSettings,
  given: ConsoleOptions['given'],
): Promise<number> {
  return show(features, resolved, liveProfile(resolved), given);
}

function liveProfile(kept: ResolvedSettings): ProfileConfig {
  const { settings } = kept;
  const connection = connectionFrom(settings);
  const storage = storagePaths(settings, connection.baseUrl);
  const connected = connectedTo(connection, settings);
  return { ...profileFrom(settings, Promise.resolve(connection), connected, storage), kept };
}

/** Options and variables for profiles switched to later: read-only alone. The rest was meant for the first profile. */
function sourcesForAllProfiles({ settings, from }: ResolvedSettings): SettingSources {
  const { readOnlyBy } = settings;
  const { own } = from;
  if (readOnlyBy?.kind !== 'given') return { own, flags: {}, environment: {} };
  const { environment } = allSettings.readOnly;
  return environment === readOnlyBy.name
    ? { own, flags: {}, environment: { [environment]: 'true' } }
    : { own, flags: { readOnly: true }, environment: {} };
}

/** Without a terminal it prints the lists. Returns the exit code. */
export async function show(
  features: Features,
  resolved: ResolvedSettings,
  shown: ProfileConfig,
  given: ConsoleOptions['given'],
): Promise<number> {
  if (!hasTerminal()) return printTables(features, resolved.settings, await shown.connection, shown.connected);
  return showOnTerminal(features, resolved, shown, given, null);
}

/** Returns the exit code. */
export async function showFirstRun(
  features: Features,
  resolved: ResolvedSettings,
  given: ConsoleOptions['given'],
  demo: () => ProfileConfig,
): Promise<number> {
  const nowhere = new Promise<never>(() => undefined);
  const storage = { path: ':memory:', views: null, service: '', fresh: false };
  const { profile } = resolved.settings;
  const shown = profileFrom(resolved.settings, nowhere, { ...NOWHERE, profile }, storage);
  return showOnTerminal(features, resolved, shown, given, demo);
}

const modifiedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

async function showOnTerminal(
  features: Features,
  resolved: ResolvedSettings,
  shown: ProfileConfig,
  given: ConsoleOptions['given'],
  demo: (() => ProfileConfig) | null,
): Promise<number> {
  const { settings, from } = resolved;
  const { environment, own } = from;
  let { config } = resolved;
  /** Time of the console's own last change of the config file, not to be read again. */
  let savedAt: number | undefined;
  const path = configPath(environment);
  const readAgain = async (profile: string | null, sources: SettingSources): Promise<RereadConfig> => {
    const reloaded = await reloadConfig(path, profile, sources, 'console');
    // The demo ignores profiles and projects of the file.
    if (profile === null && shown.kept === null) return { ...rereadConfig({ ...reloaded, config }), projects: [] };
    config = reloaded.config;
    return rereadConfig(reloaded);
  };
  const fileOf = (profile: string | null, sources: SettingSources): ConfigAccess => ({
    reread: async () => {
      const isOwnChange = savedAt !== undefined && modifiedAt(path) === savedAt;
      return config === null || isOwnChange ? null : readAgain(profile, sources);
    },
    settings: () => shownSettings({ path, profile }, sources),
    write: async (key, typed) => {
      await writeSetting({ path, profile }, { key, typed }, own);
      savedAt = modifiedAt(path);
      return readAgain(profile, sources);
    },
  });
  const sentBefore = new Set<string>();
  const isSentAgain = (project: string): boolean => {
    const isAgain = sentBefore.has(project);
    sentBefore.add(project);
    return isAgain;
  };
  /** SPOTDECK_TOKEN is for the first profile only. */
  const ofProfile: Environment = { ...environment, SPOTDECK_TOKEN: undefined };
  const forAll = sourcesForAllProfiles(resolved);
  // The demo has no profile, whatever its name.
  const profile = shown.kept !== null && profilesIn(config).includes(settings.profile) ? settings.profile : null;
  return runConsole({
    features,
    profile: { ...shown, file: fileOf(profile, from) },
    firstRun: demo === null ? null : { demo: () => ({ ...demo(), file: fileOf(null, from) }) },
    connect: async (typed, attempt) => {
      // On the first screen options and variables are meant for this profile.
      const sources = demo === null || config !== null ? forAll : from;
      const token = await connectTyped(typed, { ...attempt, path, settings, from, isSentAgain });
      if (!token.ok || attempt.signal.aborted) return { ok: false, error: token.ok ? [] : token.error };
      const saved = await reloadConfig(path, typed.profile, sources, 'console');
      config = saved.config;
      savedAt = modifiedAt(path);
      for (const name of secretVariables(config, own)) delete system().environment[name];
      const { token: source } = config?.profiles.find(({ name }) => name === typed.profile) ?? { token: null };
      if (source === null) throw new Error(`There is no profile ${typed.profile}.`);
      const named = { ...saved.settings, profile: typed.profile };
      const signedIn = signedInWith(named, source, environment, token.value);
      const made = liveProfile({ ...saved, settings: signedIn, from: { ...sources, environment: ofProfile } });
      const profiles = profilesIn(config);
      return {
        ok: true,
        value: { profile: { ...made, file: fileOf(typed.profile, sources) }, profiles },
      };
    },
    profiles: profilesIn(config),
    watched: path,
    profileOf: async (name) => {
      const next = config?.profiles.find((profile) => profile.name === name) ?? null;
      if (config === null || next === null) throw new Error(`There is no profile ${name}.`);
      const token = { variables: environment, terminal: 'drawn-on' } as const;
      const read = await settingsOf(config, next, forAll, token);
      const other = liveProfile({ settings: read, config, from: { ...forAll, environment: ofProfile } });
      return { ...other, file: fileOf(name, forAll) };
    },
    ascii: settings.ascii,
    screenReader: isForScreenReader(settings, environment),
    mouse: settings.mouse,
    colours: coloursOf(environment),
    debug: settings.debug,
    environment,
    given,
  });
}

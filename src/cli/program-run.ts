import type { Command } from 'commander';
import { composeFeatures } from '../command/feature.ts';
import { settingOption } from '../command/help.ts';
import type { Run } from '../command/run.ts';
import { allSettings, type OwnSettings } from '../config/own-setting.ts';
import type { ReadSettings, SettingSources } from '../config/profile.ts';
import type { Reader } from '../config/setting.ts';
import type { CliFlags } from '../config/settings.ts';
import { features } from '../features/index.ts';
import type { AllPanes } from '../resources/panes.ts';
import { writeErrorLines } from '../system/streams.ts';
import { system } from '../system/system.ts';
import type { Environment } from '../system/terminal.ts';

const { records } = features;

/** Parts of this program for commands. Secret variables leave the system's: no editor or ssh may inherit them. */
export function createRun(environment: Environment): Run {
  let loadedPanes: Promise<AllPanes> | null = null;
  const panes = (): Promise<AllPanes> => {
    loadedPanes ??= features.loadPanes().then(async (loaded) => {
      const { composedPanes } = await import('./bundle-panes.ts');
      return composedPanes(loaded);
    });
    return loadedPanes;
  };
  const featuresRunning = async () => composeFeatures(await panes(), await features.loadRunning());

  const own: OwnSettings = {
    all: records.flatMap(({ settings = [] }) => settings),
    panes: async () => (await panes()).panes,
  };
  for (const name of ['SPOTDECK_TOKEN', ...records.flatMap(({ secretVariables = [] }) => secretVariables)])
    delete system().environment[name];
  const readWith = async (flags: CliFlags, read: (from: SettingSources) => Promise<ReadSettings>) => {
    const { secretVariables } = await import('../config/profile.ts');
    const resolved = await read({ flags, environment, own });
    for (const name of secretVariables(resolved.config, own)) delete system().environment[name];
    return resolved;
  };

  const resolvedQuietly: Run['resolvedQuietly'] = async (flags, reader = 'command') => {
    const { resolveSettings } = await import('../config/profile.ts');
    const resolved = await readWith(flags, (from) => resolveSettings(from, reader));
    // A running program begins with the names in its state, and gets later ones.
    const kind = typeof reader === 'string' ? reader : reader.kind;
    if (kind === 'console' || kind === 'poller') return resolved;
    let { settings } = resolved;
    for (const { names } of records) if (names !== undefined) settings = { ...settings, names: await names(settings) };
    return { ...resolved, settings };
  };
  const resolvedFrom = async (flags: CliFlags, reader?: Reader) => {
    const resolved = await resolvedQuietly(flags, reader);
    const { unreadLines } = await import('../config/profile.ts');
    writeErrorLines(unreadLines(resolved.unread));
    return resolved;
  };

  return {
    environment,
    own,
    withSettings: (command, names = null) => withSettings(own, command, names),
    settingsFrom: async (flags, reader) => (await resolvedFrom(flags, reader)).settings,
    resolvedFrom,
    resolvedQuietly,
    demoSettingsFrom: async (flags) => {
      const { demoSettings } = await import('../config/profile.ts');
      return readWith(flags, demoSettings);
    },
    panes,
    features: async () => composeFeatures(await panes(), await features.load()),
    featuresListed: async () => {
      const { listedPanes } = await import('./bundle-get.ts');
      return composeFeatures(listedPanes(await features.loadListed()), await features.load());
    },
    featuresRunning,
    featuresOnScreen: async () => {
      const { withScreen } = await import('./bundle-console.ts');
      return withScreen(await featuresRunning(), await features.loadScreen());
    },
  };
}

/** Commands with a screen, and `watch`, which polls like one. */
const SHOWING = ['spotdeck', 'demo', 'watch'];

function withSettings(own: OwnSettings, command: Command, names: readonly string[] | null): Command {
  for (const setting of allSettings(own)) {
    const option = settingOption(setting);
    if (option === null || names?.includes(setting.name) === false) continue;
    if (setting.screen === true && names === null && !SHOWING.includes(command.name())) option.hideHelp();
    command.addOption(option);
  }
  return command;
}

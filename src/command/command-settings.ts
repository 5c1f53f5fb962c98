import type { Command } from 'commander';
import { allSettings, type OwnSettings } from '../config/own-setting.ts';
import type { Reader } from '../config/setting.ts';
import type { CliFlags } from '../config/settings.ts';
import { writeErrorLines } from '../system/streams.ts';
import { system } from '../system/system.ts';
import type { Environment } from '../system/terminal.ts';
import type { Feature } from './feature.ts';
import { settingOption } from './help.ts';
import type { Run } from './run.ts';

/** Commands that take all settings and have a screen, and `watch`, which polls like one. */
const SHOWING = ['spotdeck', 'demo', 'watch'];

/** Adds the options of all settings, or of the named ones, to a command. */
function withSettings(own: OwnSettings, command: Command, names: readonly string[] | null): Command {
  for (const setting of allSettings(own)) {
    const option = settingOption(setting);
    if (option === null || names?.includes(setting.name) === false) continue;
    if (setting.screen === true && names === null && !SHOWING.includes(command.name())) option.hideHelp();
    command.addOption(option);
  }
  return command;
}

/**
 * What the commands have from a program with these features. Variables with secrets are removed from the system's, so that no
 * editor, ssh or other program inherits them.
 */
export function createRun(
  records: readonly Feature[],
  environment: Environment,
  ports: Pick<Run, 'panes' | 'features' | 'featuresListed' | 'featuresRunning' | 'featuresOnScreen'>,
): Run {
  const own: OwnSettings = {
    all: records.flatMap(({ settings = [] }) => settings),
    panes: async () => (await ports.panes()).panes,
  };
  for (const name of ['SPOTDECK_TOKEN', ...records.flatMap(({ secretVariables = [] }) => secretVariables)])
    delete system().environment[name];
  const resolvedQuietly = async (flags: CliFlags, reader: Reader = 'command') => {
    const { resolveSettings, secretVariables } = await import('../config/profile.ts');
    const resolved = await resolveSettings({ flags, environment, own }, reader);
    for (const name of secretVariables(resolved.config, own)) delete system().environment[name];
    // A program that goes on reading begins with them in its state, and gets those that come later.
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
    ...ports,
    environment,
    own,
    withSettings: (command, names = null) => withSettings(own, command, names),
    settingsFrom: async (flags, reader) => (await resolvedFrom(flags, reader)).settings,
    resolvedFrom,
    resolvedQuietly,
    demoSettingsFrom: async (flags) => {
      const { demoSettings, secretVariables } = await import('../config/profile.ts');
      const resolved = await demoSettings({ flags, environment, own });
      for (const name of secretVariables(resolved.config, own)) delete system().environment[name];
      return resolved;
    },
  };
}

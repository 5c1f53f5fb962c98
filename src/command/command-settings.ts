import type { Command } from 'commander';
import type { ReadSettings, ResolvedSettings } from '../config/profile.ts';
import type { Reader, Setting } from '../config/setting.ts';
import { type CliFlags, type Settings, settings } from '../config/settings.ts';
import { writeErrorLines } from '../system/streams.ts';
import { settingOption } from './help.ts';

/** Commands with a screen, and `watch`, which polls like one. */
const SHOWING = ['spotdeck', 'demo', 'replay', 'watch'];

/** Adds the options of all settings, or of the named ones, to a command. */
export function withSettings(command: Command, names: readonly string[] = Object.keys(settings)): Command {
  for (const [name, one] of Object.entries(settings)) {
    const setting: Setting<unknown> = one;
    const option = settingOption(setting);
    if (option === null || !names.includes(name)) continue;
    if ('screen' in one && !SHOWING.includes(command.name())) option.hideHelp();
    command.addOption(option);
  }
  return command;
}

/** Reads the settings of a command. @throws {CommandFailure} when one that it reads is wrong; a line on stderr names the others. */
export async function settingsFrom(options: CliFlags, reader: Reader = 'command'): Promise<Settings> {
  const { settings } = await resolvedFrom(options, reader);
  return settings;
}

/** Environment at the start: tokens are then removed from `process.env`, so that no editor, ssh or other program inherits them. */
export const environment = { ...process.env };
delete process.env['SPOTDECK_TOKEN'];
delete process.env['SPOTDECK_EXPORTER_TOKEN'];

export async function resolvedFrom(options: CliFlags, reader: Reader = 'command'): Promise<ResolvedSettings> {
  const resolved = await resolvedQuietly(options, reader);
  const { unreadLines } = await import('../config/profile.ts');
  writeErrorLines(unreadLines(resolved.unread));
  return resolved;
}

/** The same, without the line on stderr. */
export async function resolvedQuietly(options: CliFlags, reader: Reader = 'command'): Promise<ReadSettings> {
  const { resolveSettings, tokenVariables } = await import('../config/profile.ts');
  const resolved = await resolveSettings(options, environment, reader);
  for (const name of tokenVariables(resolved.config)) delete process.env[name];
  return resolved;
}

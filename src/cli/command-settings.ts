import type { Command } from 'commander';
import type { ResolvedSettings } from '../config/profile.ts';
import type { Setting } from '../config/setting.ts';
import { type CliFlags, type Settings, settings } from '../config/settings.ts';
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

export async function settingsFrom(options: CliFlags): Promise<Settings> {
  const { settings } = await resolvedFrom(options);
  return settings;
}

/** Environment at the start: tokens are then removed from `process.env`, so that no editor, ssh or other program inherits them. */
export const environment = { ...process.env };
delete process.env['SPOTDECK_TOKEN'];
delete process.env['SPOTDECK_EXPORTER_TOKEN'];

export async function resolvedFrom(options: CliFlags): Promise<ResolvedSettings> {
  const { resolveSettings, tokenVariables } = await import('../config/profile.ts');
  const resolved = await resolveSettings(options, environment);
  for (const name of tokenVariables(resolved.config)) delete process.env[name];
  return resolved;
}

import { onConfigChange } from '../../../app/config-file.ts';
import type { ResolvedSettings } from '../../../config/profile.ts';
import { reloadConfig, unreadLines } from '../../../config/profile.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Cancel } from '../../../lib/clock.ts';
import { describeError } from '../../../lib/os-error.ts';
import { writeErrorLine, writeErrorLines } from '../../../system/streams.ts';
import type { Environment } from '../../../system/terminal.ts';

/** Where the settings of a command come from, to read them again. */
export type SettingsSource = Pick<ResolvedSettings, 'config' | 'flags'> & { readonly environment: Environment };

/**
 * Reads the config file again when it changes, with the profile, options and variables that the command was started with. A file
 * that is wrong changes nothing, which a line on stderr says. Returns the function that stops it.
 */
export function followConfig(
  { config, flags, environment }: SettingsSource,
  { profile }: Pick<Settings, 'profile'>,
  onSettings: (settings: Settings) => void,
): Cancel {
  if (config === null) return () => undefined;
  const { path } = config;
  const name = config.profiles.find((one) => one.name === profile)?.name ?? null;
  const reload = (): void => {
    try {
      const { settings, unread } = reloadConfig(path, name, flags, environment, 'autopilot');
      writeErrorLine('The config file was read again.');
      writeErrorLines(unreadLines(unread));
      onSettings(settings);
    } catch (error) {
      writeErrorLine(`The config file was not read again, so the rules stay as they are: ${describeError(error)}`);
    }
  };
  return onConfigChange(path, reload);
}

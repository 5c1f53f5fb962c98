import { onConfigChange } from '../../../app/config-file.ts';
import { type ResolvedSettings, reloadConfig, unreadLines } from '../../../config/profile.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Cancel } from '../../../lib/clock.ts';
import { describeError } from '../../../lib/os-error.ts';
import { writeErrorLine, writeErrorLines } from '../../../system/streams.ts';
import { RULES_READER } from '../settings.ts';

/**
 * Reads the config file again when it changes, with the profile, options and variables that the command was started with. A file
 * that is wrong changes nothing, which a line on stderr says. Returns the function that stops it.
 */
export function followConfig(
  { config, settings: { profile }, from }: ResolvedSettings,
  onSettings: (settings: Settings) => void,
): Cancel {
  if (config === null) return () => undefined;
  const { path } = config;
  const name = config.profiles.find((one) => one.name === profile)?.name ?? null;
  /** The number of changes, so that of two that are read at once the later one counts. */
  let changes = 0;
  const reload = async (): Promise<void> => {
    changes += 1;
    const change = changes;
    try {
      const { settings, unread } = await reloadConfig(path, name, from, RULES_READER);
      if (change !== changes) return;
      writeErrorLine('The config file was read again.');
      writeErrorLines(unreadLines(unread));
      onSettings(settings);
    } catch (error) {
      if (change !== changes) return;
      writeErrorLine(`The config file was not read again, so the rules stay as they are: ${describeError(error)}`);
    }
  };
  const stop = onConfigChange(path, () => void reload());
  return () => {
    changes += 1;
    stop();
  };
}

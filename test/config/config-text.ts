import { readConfig } from '../../src/config/file.ts';
import type { OwnSettings } from '../../src/config/own-setting.ts';
import { readSettings } from '../../src/config/resolve.ts';
import type { Settings } from '../../src/config/settings.ts';
import { CommandFailure } from '../../src/system/exit.ts';
import { ownSettings } from './own-settings.ts';

export const PATH = '/home/me/config.toml';

/** The sentence and the hint with which a config file of a program with these settings of features is refused. */
export async function refusal(text: string, own: OwnSettings = ownSettings()): Promise<string> {
  try {
    await readConfig(PATH, text, own);
  } catch (error) {
    if (error instanceof CommandFailure) return error.lines.join(' | ');
    throw error;
  }
  return 'it was read';
}

/** Reads the settings at the top of a config file. */
export async function settingsIn(text: string, own: OwnSettings = ownSettings()): Promise<Settings> {
  return readSettings(own, { configured: (await readConfig(PATH, text, own)).top });
}

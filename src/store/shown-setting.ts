/** A setting as the settings page shows it. No value of a secret is in it. */
export type ShownSetting = {
  /** Its key in the config file. */
  readonly key: string;
  readonly help: string;
  readonly allowed: string;
  /** Whether it is one of those that people set. */
  readonly common: boolean;
  /** The value that counts, as a text. */
  readonly value: string;
  readonly from: 'flag' | 'environment' | 'config file' | 'default';
  /** The option or variable that counts more than the config file; null without one. */
  readonly stronger: string | null;
  /** The value in the config file; null when it has none. */
  readonly written: string | null;
  /** All values that it can have; none when it is a text or a number. */
  readonly choices: readonly string[];
  /** Where it is changed, as a sentence, when that is not on the page; null when it is. */
  readonly elsewhere: string | null;
  /** Whether a change counts at once, or else from the next start. */
  readonly live: boolean;
};

/** The settings of the console that is shown, and its config file. */
export type SettingsPort = {
  /** Reads the config file. @throws a sentence when it can't be read. */
  readonly settings: () => Promise<readonly ShownSetting[]>;
  /**
   * Writes a setting to the config file, or takes it out for an empty text, and uses it where that needs no new start. Returns the settings
   * as they are then. @throws a sentence when it can't be written; the file is as before.
   */
  readonly changeSetting: (key: string, typed: string) => Promise<readonly ShownSetting[]>;
};

/** A setting on its page, without values of secrets. */
export type ShownSetting = {
  /** Its key in the config file. */
  readonly key: string;
  readonly help: string;
  readonly allowed: string;
  /** Whether people usually set it. */
  readonly common: boolean;
  /** The value in use. */
  readonly value: string;
  readonly from: 'flag' | 'environment' | 'config file' | 'default';
  /** The option or variable that overrides the config file. */
  readonly stronger: string | null;
  /** The value in the config file. */
  readonly written: string | null;
  /** None for a text or a number. */
  readonly choices: readonly string[];
  /** Where it is changed, when not on the page. */
  readonly elsewhere: string | null;
  /** Whether a change counts before the next start. */
  readonly live: boolean;
};

export type SettingsPort = {
  /** @throws a sentence when the config file can't be read. */
  readonly settings: () => Promise<readonly ShownSetting[]>;
  /**
   * Writes a setting, or removes it for an empty text, and returns all settings. @throws a sentence; the file is then
   * unchanged.
   */
  readonly changeSetting: (key: string, typed: string) => Promise<readonly ShownSetting[]>;
};

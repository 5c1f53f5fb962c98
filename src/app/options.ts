import type { ConfigSession } from '../config/session-config.ts';
import type { Colours } from '../dialogs/theme.ts';
import type { RecordingFile } from '../system/recording-file.ts';

/** What the console is started with. */
export type ConsoleOptions = {
  readonly place: ConfigSession;
  /** The profiles that can be switched to, and what each is. */
  readonly profiles: readonly string[];
  readonly placeOf: (profile: string) => Promise<ConfigSession>;
  /** The config file, to be read again when it changes. */
  readonly watched: string | null;
  readonly ascii: boolean;
  readonly screenReader: boolean;
  readonly mouse: boolean;
  readonly colours: Colours;
  /** The file that every request is told to; null when there is none. */
  readonly debug: string | null;
  /** Where everything that comes is recorded; null when nothing is. */
  readonly recording: RecordingFile | null;
};

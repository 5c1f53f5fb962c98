import type { Connection } from '../api/client.ts';
import type { OwnCommand } from '../resources/parts/custom-command.ts';
import type { Rebound } from '../state/key-names.ts';
import type { Connected } from '../state/state.ts';
import type { Pace } from '../state/sync/defaults.ts';
import type { ThemeName } from '../state/theme-names.ts';
import type { SshWay } from '../system/tmux-ssh.ts';
import type { Keeping } from './paths.ts';
import type { Settings } from './settings.ts';

/** What can change while the console runs, when the config file does. */
export type Manner = {
  readonly alerts: Settings['alerts'];
  readonly preemptionMs: number;
  readonly onPreempt: Settings['onPreempt'];
  readonly rebound: Rebound;
  readonly ownCommands: readonly OwnCommand[];
  readonly theme: ThemeName;
  readonly pace: Pace;
};

/** A place to look at, with everything that a profile decides. */
export type Place = Manner & {
  readonly connected: Connected;
  readonly reach: boolean;
  readonly ssh: SshWay;
  readonly keeping: Keeping;
  /** Where to talk to, once that is known: the embedded market starts beside the screen. */
  readonly connection: Promise<Connection>;
};

/** Reads again what can change of a place; null without a config file. It throws a sentence when the file is wrong. */
export type ReadAgain = () =>
  | (Manner & { readonly profiles: readonly string[] } & Pick<Connected, 'names' | 'projects' | 'budget' | 'confirm'>)
  | null;

/** A place with what reads its part of the config file again. */
export type PlaceOfConfig = Place & { readonly readAgain: ReadAgain };

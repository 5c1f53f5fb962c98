import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';

/** What a program does with the profile that it runs. It is decided here for all programs; what they print is their own. */
export type Program = {
  /** Words for it where others see what runs. */
  readonly words: string;
  /** Whether it draws panes: it then reads what they show, keeps their layouts, and looks whether instances answer. */
  readonly screen: boolean;
  /** Lists that it reads all the time without a screen, the first one first. */
  readonly reads: readonly ServiceList[];
  /** The changes that it sends where the profile allows them: none, those of agents, or those of the operator too. */
  readonly sends: 'nothing' | 'of-agents' | 'all';
  /** Whether it runs the agents of the config file, only knows what the journal has of them, or neither. */
  readonly agents: 'run' | 'known' | 'none';
  /** Whether it writes what it reads to the journal, with all that features do with that. */
  readonly journal: boolean;
  /** Whether features read what they know from the journal all the time, and not only when something shows it. */
  readonly knowsAll: boolean;
  /** Whether it ends when it has read every list once. */
  readonly once: boolean;
  /** Whether it goes on without a screen while the service refuses its token, wherever that is from. */
  readonly outlastsRefusal: boolean;
};

/** What a program without a screen does that only reads. */
export const withoutScreen = {
  screen: false,
  reads: serviceLists,
  sends: 'nothing',
  agents: 'none',
  journal: true,
  knowsAll: false,
  once: false,
  outlastsRefusal: false,
} as const;

/** The programs that start a runtime whatever the features are. */
export const programs = {
  console: { ...withoutScreen, words: 'a console', screen: true, sends: 'all', agents: 'run' },
  watch: { ...withoutScreen, words: 'spotdeck watch' },
} as const satisfies Readonly<Record<string, Program>>;

import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';

/** What a program does with the profile that it runs. It is decided here for all programs; what they print is their own. */
export type Program = {
  /** Words for it where others see who runs the rules. */
  readonly words: string;
  /** Whether it draws panes: it then reads what they show, keeps their layouts, and looks whether instances answer. */
  readonly screen: boolean;
  /** Lists that it reads all the time without a screen, the first one first. */
  readonly reads: readonly ServiceList[];
  /** The changes that it sends where the profile allows them: none, those of rules, or those of the operator too. */
  readonly sends: 'nothing' | 'of-rules' | 'all';
  /** Whether it runs the rules of the config file, only knows what the journal has of them, or neither. */
  readonly rules: 'run' | 'known' | 'none';
  /** Whether it writes what it reads to the journal, and sends the notifications of that. */
  readonly journal: boolean;
  /** Whether it reads the records of bids all the time, and not only when something shows them. */
  readonly bidRecords: boolean;
  /** Whether it goes on without a screen while the service refuses its token, wherever that is from. */
  readonly outlastsRefusal: boolean;
};

const withoutScreen = {
  screen: false,
  reads: serviceLists,
  sends: 'nothing',
  rules: 'none',
  journal: true,
  bidRecords: false,
  outlastsRefusal: false,
} as const;

/** The programs that start a runtime. `on_preempt` is run by consoles. */
export const programs = {
  console: { ...withoutScreen, words: 'a console', screen: true, sends: 'all', rules: 'run' },
  watch: { ...withoutScreen, words: 'spotdeck watch' },
  autopilot: { ...withoutScreen, words: 'spotdeck autopilot', sends: 'of-rules', rules: 'run' },
  exporter: { ...withoutScreen, words: 'spotdeck exporter', rules: 'known', bidRecords: true, outlastsRefusal: true },
  top: { ...withoutScreen, words: 'spotdeck top', reads: ['instances', 'bids'], journal: false },
} as const satisfies Readonly<Record<string, Program>>;

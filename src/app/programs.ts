import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';

export type Program = {
  readonly words: string;
  /** Draws panes: reads what they show, keeps layouts, and checks whether instances answer. */
  readonly screen: boolean;
  /** Lists read all the time without a screen, the first one first. */
  readonly reads: readonly ServiceList[];
  /** Changes it sends, if the profile allows: none, those of agents, or the operator's too. */
  readonly sends: 'nothing' | 'of-agents' | 'all';
  /** Runs the agents of the config file, only knows their records, or neither. */
  readonly agents: 'run' | 'known' | 'none';
  readonly journal: boolean;
  /** Features read their records all the time, not only to show them. */
  readonly knowsAll: boolean;
  readonly once: boolean;
  /** Goes on without a screen while its token is refused. */
  readonly outlastsRefusal: boolean;
};

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

export const programs = {
  console: { ...withoutScreen, words: 'a console', screen: true, sends: 'all', agents: 'run' },
  watch: { ...withoutScreen, words: 'spotdeck watch' },
} as const satisfies Readonly<Record<string, Program>>;

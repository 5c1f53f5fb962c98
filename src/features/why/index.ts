import type { Feature } from '../../command/feature.ts';
import { addWhyCommand } from './command-line.ts';

/** Why a bid or an instance does not run, and what happened to a row: `h`, the columns `WHY` and `SINCE`, `why` */
export const why = {
  name: 'why',
  commands: addWhyCommand,
  namesAfter: { why: ['bids', 'instances'] },
  records: async () => (await import('./journal.ts')).rowEvents,
  panes: async () => (await import('./panes.ts')).whyPanes,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;

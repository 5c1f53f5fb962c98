import type { Feature } from '../../command/feature.ts';
import { setOptions } from './command-line.ts';

/** Sets of bids that are paused together and resumed by name. */
export const pauseSets = {
  name: 'pause-sets',
  verbOptions: setOptions,
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).pauseSetJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;

import type { Feature } from '../../command/feature.ts';

/** How far a limit price is above the price now. */
export const headroom = {
  name: 'headroom',
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).headroomJournal,
  panes: async () => (await import('./panes.ts')).headroomPanes,
  running: () => import('./running.ts').then(({ running }) => running),
} satisfies Feature;

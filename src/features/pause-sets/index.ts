import type { Feature } from '../../command/feature.ts';

/** Sets of bids that are paused together and resumed by name. */
export const pauseSets = {
  name: 'pause-sets',
  verbOptions: [
    {
      name: 'set',
      flags: '--set <name>',
      list: 'bids',
      groupEffect: 'pauses',
      isAlone: false,
      help: 'Pause them as a named set, to resume together.',
      run: async (name, given) => (await import('./command.ts')).pauseSet(name, given),
    },
    {
      name: 'set',
      flags: '--set <name>',
      list: 'bids',
      groupEffect: 'resumes',
      isAlone: true,
      help: 'Resume the bids of this set that have not changed since.',
      run: async (name, given) => (await import('./command.ts')).resumeSet(name, given),
    },
  ],
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).pauseSetJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;

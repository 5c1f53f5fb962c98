import type { VerbOption } from '../../command/feature.ts';

/** `--set` of `bid pause` and `bid resume`. */
export const setOptions: readonly VerbOption[] = [
  {
    name: 'set',
    flags: '--set <name>',
    list: 'bids',
    groupEffect: 'pauses',
    isAlone: false,
    help: 'Pause them as a named set, to resume together.',
    run: async (name, given) => {
      const { pauseSet } = await import('./command.ts');
      return pauseSet(name, given);
    },
  },
  {
    name: 'set',
    flags: '--set <name>',
    list: 'bids',
    groupEffect: 'resumes',
    isAlone: true,
    help: 'Resume the bids of this set that have not changed since.',
    run: async (name, given) => {
      const { resumeSet } = await import('./command.ts');
      return resumeSet(name, given);
    },
  },
];

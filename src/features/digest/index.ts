import type { Feature } from '../../command/feature.ts';
import { addDigestCommand } from './command-line.ts';
import { digestAfter } from './settings.ts';

/** What happened while nobody looked. */
export const digest = {
  name: 'digest',
  settings: [digestAfter],
  commands: addDigestCommand,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;

import type { Feature } from '../../command/feature.ts';
import { addDigestCommand } from './command-line.ts';
import { digestAfter } from './settings.ts';

/** What happened while nobody looked. */
export const digest: Feature = {
  name: 'digest',
  settings: [digestAfter],
  commands: addDigestCommand,
  running: () => import('./running.ts').then(({ running }) => running),
};

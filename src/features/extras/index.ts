import type { Feature } from '../../command/feature.ts';
import { extras as setting } from './settings.ts';

/** What a service says beyond the interface: prices, capacity, charges, and who changed what. */
export const extras = {
  name: 'extras',
  settings: [setting],
  running: () => import('./running.ts').then(({ running }) => running),
} satisfies Feature;

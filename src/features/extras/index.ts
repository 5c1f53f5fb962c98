import type { Feature } from '../../command/feature.ts';
import { extraPaths, extras as setting } from './settings.ts';

/** What a service says beyond the interface: prices, capacity, charges, and who changed what. */
export const extras = {
  name: 'extras',
  settings: [setting, extraPaths],
  checks: async (features, resolved) => (await import('./check-extras.ts')).checkExtras(features, resolved),
  running: () => import('./running.ts').then(({ running }) => running),
} satisfies Feature;

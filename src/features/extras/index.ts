import type { Feature } from '../../command/feature.ts';
import { extraPaths, namesFrom, extras as setting } from './settings.ts';

/** What a service says beyond the interface: prices, capacity, charges, who changed what, and names of identifiers. */
export const extras = {
  name: 'extras',
  settings: [setting, extraPaths, namesFrom],
  names: async (settings) => (await import('./kept-names.ts')).namesForCommands(settings),
  checks: async (features, resolved) => (await import('./check-extras.ts')).checkExtras(features, resolved),
  panes: async () => (await import('./panes.ts')).extrasPanes,
  running: () => import('./running.ts').then(({ running }) => running),
} satisfies Feature;

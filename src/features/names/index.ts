import type { Feature } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { namesFrom } from './settings.ts';

/** Names of identifiers from a list of the service: `names_from`. */
export const names = {
  name: 'names',
  settings: [namesFrom],
  names: async (settings) =>
    own(settings, namesFrom) === null ? settings.names : (await import('./kept.ts')).namesWithKept(settings),
  checks: async (features, resolved) => (await import('./kept.ts')).checkNames(features, resolved),
  panes: async () => (await import('./panes.ts')).namesPanes,
  running: () => import('./running.ts').then(({ running }) => running),
} satisfies Feature;

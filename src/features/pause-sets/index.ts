import type { Feature } from '../../command/feature.ts';
import { tables } from './tables.ts';

/** Sets of bids that are paused together and resumed by name. */
export const pauseSets: Feature = {
  name: 'pause-sets',
  tables,
  running: () => import('./running.ts').then(({ running }) => running),
};

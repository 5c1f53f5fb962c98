import type { Feature } from '../../command/feature.ts';

/** The history of a bid: `h`. */
export const history: Feature = {
  name: 'history',
  running: () => import('./running.ts').then(({ running }) => running),
};

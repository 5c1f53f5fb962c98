import type { Feature } from '../../command/feature.ts';
import { addRotate } from './command-line.ts';

/** The rotation of the API key in use: `R`, `api-keys rotate`. */
export const rotation: Feature = {
  name: 'rotation',
  verbs: addRotate,
  running: () => import('./running.ts').then(({ running }) => running),
};

import type { Feature } from '../../command/feature.ts';

/** Sets of bids that are paused together and resumed by name. */
export const pauseSets: Feature = { name: 'pause-sets' };

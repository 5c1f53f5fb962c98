import type { Feature } from '../../command/feature.ts';

/** The history of a bid: `h`. */
export const history: Feature = { name: 'history' };

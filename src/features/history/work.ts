import type { OwnWork } from '../../resources/resource.ts';

/** Opens the history of a bid. */
export const showHistory: OwnWork = { needs: 'nothing' };

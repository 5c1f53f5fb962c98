import type { OwnWork } from '../../resources/resource.ts';

/** Rotates the API key in use. */
export const rotateKey: OwnWork = { needs: 'service' };

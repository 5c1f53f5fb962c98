import { type Ways, way } from '../../stories/way.ts';

/** Its ways to act from a shell. */
export const ways: Ways = {
  why: way('reads'),
};

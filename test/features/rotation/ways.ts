import { type Ways, way } from '../../stories/way.ts';

/** Its ways to act from a shell. */
export const ways: Ways = {
  'api-key rotate': way('changes', '--yes'),
  'api-key rotate --abort': way('changes', '--yes'),
};

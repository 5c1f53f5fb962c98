import { type Ways, way } from '../../stories/way.ts';

export const ways: Ways = {
  'api-key rotate': way('changes', '--yes'),
  'api-key rotate --abort': way('changes', '--yes'),
};

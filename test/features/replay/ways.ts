import { type Ways, way } from '../../stories/way.ts';

export const ways: Ways = {
  replay: way('local', 'no-such-file'),
};

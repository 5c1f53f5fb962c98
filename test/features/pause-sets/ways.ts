import { type Ways, way } from '../../stories/way.ts';

/** Its ways to act from a shell. */
export const ways: Ways = {
  'bid pause --set': way('changes', 'night', 'train-llama', '--yes'),
  'bid resume --set': way('changes', 'night', '--yes'),
};

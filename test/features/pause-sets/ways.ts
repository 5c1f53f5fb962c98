import { type Ways, way } from '../../stories/way.ts';

export const ways: Ways = {
  'bid pause --set': way('changes', 'night', 'train-llama', '--yes'),
  'bid resume --set': way('changes', 'night', '--yes'),
};

import { type Ways, way } from '../../stories/way.ts';

/** Its ways to act from a shell. */
export const ways: Ways = {
  ssh: way('reads', 'train-llama-0', '--', 'true'),
  'ssh-config': way('reads'),
};

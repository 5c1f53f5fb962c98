import { endless, type Ways } from '../../stories/way.ts';

/** Its ways to act from a shell. */
export const ways: Ways = {
  exporter: endless('reads'),
};

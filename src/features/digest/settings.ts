import { ownSetting } from '../../config/own-setting.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { TypedValues } from '../../lib/typed-key.ts';

/** Minutes without a look before a digest at the start; 0 for never. */
export const digestAfter = ownSetting<number>({
  name: 'digestAfter',
  flag: '--digest-after <minutes>',
  environment: 'SPOTDECK_DIGEST_AFTER',
  allowed: 'a number of minutes from 0 to 10080',
  help: 'Minutes without a refresh of the lists after which the console opens with what happened meanwhile; 0 for never.',
  screen: true,
  readBy: 'console',
  schema: ({ numberFrom }) => numberFrom(0, 10_080),
  fallback: 10,
  after: 'preemption',
});

/** In milliseconds; null for never. */
export function digestAfterMs(values: TypedValues): number | null {
  const minutes = digestAfter.in(values);
  return minutes === 0 ? null : minutes * MINUTE_MS;
}

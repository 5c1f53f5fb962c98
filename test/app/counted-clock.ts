import type { Clock } from '../../src/lib/clock.ts';
import { handClock } from '../store/hand-clock.ts';

/** Clock that a test advances by hand, and that counts its timers. */
export function countedClock() {
  const clock = handClock();
  const timers = new Set<object>();
  const counted: Clock = {
    ...clock,
    after: (ms, then) => {
      const timer = {};
      timers.add(timer);
      const cancel = clock.after(ms, () => {
        timers.delete(timer);
        then();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
  return { clock: counted, pass: clock.pass, timers: () => timers.size };
}

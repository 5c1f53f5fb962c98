import type { Clock } from '../../src/lib/clock.ts';

/** A clock that a test advances by hand, in whole milliseconds like the clock of the machine. Due callbacks run in the order of their time. */
export type HandClock = Clock & {
  /** Advances the time by milliseconds, and resolves when all due callbacks have run. */
  readonly pass: (ms: number) => Promise<void>;
  /** Sets the wall clock to another time, as the network may; intervals are not affected. */
  readonly jump: (ms: number) => void;
  /** The steady times at which the timers are due that are neither over nor cancelled. */
  readonly due: () => readonly number[];
};

/** Waits until all immediate callbacks have run. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

export const NOON = Date.UTC(2026, 10, 20, 12);

export function handClock(start = NOON): HandClock {
  let steady = 0;
  let wall = start;
  const due = new Set<{ readonly at: number; readonly then: () => void }>();
  const go = (to: number): void => {
    wall += to - steady;
    steady = to;
  };
  return {
    now: () => wall,
    steady: () => steady,
    after: (ms, then) => {
      const callback = { at: steady + Math.ceil(ms), then };
      due.add(callback);
      return () => due.delete(callback);
    },
    jump: (ms) => {
      wall += ms;
    },
    due: () => [...due].map(({ at }) => at),
    pass: async (ms) => {
      const end = steady + ms;
      await quiet();
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        due.delete(next);
        go(Math.max(steady, next.at));
        next.then();
        await quiet();
      }
      go(end);
    },
  };
}

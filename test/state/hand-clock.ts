import type { Clock } from '../../src/lib/clock.ts';

/** A clock that goes on only when it is told to. What is due happens in the order of its time. */
export type HandClock = Clock & {
  /** Lets so many milliseconds go by; what became due has happened when this is over. */
  readonly pass: (ms: number) => Promise<void>;
  /** Sets the wall clock to another time, as the network may; intervals don't notice. */
  readonly jump: (ms: number) => void;
};

/** Lets everything happen that waits for nothing but its turn. */
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
      const one = { at: steady + ms, then };
      due.add(one);
      return () => due.delete(one);
    },
    jump: (ms) => {
      wall += ms;
    },
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

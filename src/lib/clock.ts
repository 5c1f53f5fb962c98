/** Cancels a scheduled call. */
export type Cancel = () => void;

/**
 * Time as injected into the program, so that tests control it. `now` is the wall clock
 * (milliseconds since 1970, may jump); `steady` only moves forward, for intervals.
 */
export type Clock = {
  readonly now: () => number;
  readonly steady: () => number;
  readonly after: (ms: number, then: () => void) => Cancel;
};

/** Resolves after a time in milliseconds. */
export const pause = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** The machine's own clock. */
export const machineClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

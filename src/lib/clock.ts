/** Stops what was to happen later. */
export type Cancel = () => void;

/**
 * Time as everything beyond the program's edge sees it, so that tests decide what time it is.
 * `now` is the wall clock (milliseconds since 1970, may jump); `steady` only ever goes on, for intervals.
 */
export type Clock = {
  readonly now: () => number;
  readonly steady: () => number;
  readonly after: (ms: number, then: () => void) => Cancel;
};

/** The machine's own time. */
export const machineClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

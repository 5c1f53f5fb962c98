export type Cancel = () => void;

/** `now` is the wall clock and may jump; `steady` doesn't. */
export type Clock = {
  readonly now: () => number;
  readonly steady: () => number;
  readonly after: (ms: number, then: () => void) => Cancel;
};

export const pause = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

export const machineClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

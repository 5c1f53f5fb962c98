import type { Cancel, Clock } from './clock.ts';

/** Work in parts: it stops after each of them, and says how many units that part took. Nothing of it is done before it is asked for. */
export type Work<Result> = Generator<number, Result, void>;

/** Does all parts at once. */
export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const part = work.next();
    if (part.done === true) return part.value;
  }
}

/** What came of a slice: the result, or that there is more to do. */
export type Slice<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'more'; readonly units: number };

/** Does the next parts, until they have taken some units, or it is too late for another one. At least one part is done. */
export function nextSlice<Result>(work: Work<Result>, most: number, isLate = () => false): Slice<Result> {
  let units = 0;
  while (units < most && (units === 0 || !isLate())) {
    const part = work.next();
    if (part.done === true) return { kind: 'done', result: part.value };
    units += part.value;
  }
  return { kind: 'more', units };
}

/** Units of a slice, and the time after which it ends early, in milliseconds: between slices keys and frames have their turn. */
const SLICE = { units: 200, ms: 6 };

/**
 * Does work in slices, the first one at once, and calls a function with the result. Returns the function that stops it, after which that one is
 * not called.
 */
export function inSlices<Result>(
  work: Work<Result>,
  clock: Pick<Clock, 'after' | 'steady'>,
  finished: (result: Result) => void,
): Cancel {
  let cancel: Cancel = () => undefined;
  const goOn = (): void => {
    const begun = clock.steady();
    const slice = nextSlice(work, SLICE.units, () => clock.steady() - begun >= SLICE.ms);
    if (slice.kind === 'done') finished(slice.result);
    else cancel = clock.after(0, goOn);
  };
  goOn();
  return () => cancel();
}

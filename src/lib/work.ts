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

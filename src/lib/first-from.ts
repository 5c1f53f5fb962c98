/** The index of the first of sorted values that does not come before one. */
export function firstFrom<Value>(
  sorted: readonly Value[],
  value: Value,
  compare: (one: Value, other: Value) => number,
): number {
  let [from, end] = [0, sorted.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    const other = sorted[middle];
    if (other !== undefined && compare(other, value) < 0) from = middle + 1;
    else end = middle;
  }
  return from;
}

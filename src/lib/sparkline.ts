/** The values of the lowest and the highest bar. */
export type Scale = { readonly from: number; readonly to: number };

/** Least part of the highest value that the scale covers. */
const LEAST_RANGE = 1 / 8;

/** Returns the scale from the lowest value to the highest. It is never so fine that a small change looks like a large one; equal values are low. */
export function scaleOf(values: readonly (number | null)[]): Scale {
  const known = values.filter((value) => value !== null);
  const [from, max] = [Math.min(...known), Math.max(...known)];
  return known.length === 0 ? { from: 0, to: 1 } : { from, to: Math.max(max, from + Math.abs(max) * LEAST_RANGE) };
}

/** Draws each number as a bar of one column; unknown ones are blank. Any number above the lowest of the scale is above the lowest bar. */
export function sparkline(values: readonly (number | null)[], { from, to }: Scale, bars: readonly string[]): string {
  const highest = bars.length - 1;
  const level = (value: number): number =>
    value <= from || to <= from ? 0 : Math.max(1, Math.round(((Math.min(value, to) - from) / (to - from)) * highest));
  return values.map((value) => (value === null ? ' ' : (bars[level(value)] ?? ' '))).join('');
}

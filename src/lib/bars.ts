/** The values of the lowest and the highest bar. */
export type Scale = { readonly from: number; readonly to: number };

/** Least part of the highest value that the scale covers. */
const LEAST_RANGE = 1 / 8;

/** The scale from the lowest value to the highest. It is never so fine that a small change looks like a large one; equal values are low. */
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

/**
 * Draws a part of a whole, from 0 to 1, as a bar in a width. `fills` are the characters of a cell that is partly filled, from the
 * least to a full one. Nothing is drawn for zero; the smallest part is drawn.
 */
export function bar(part: number, width: number, fills: readonly string[]): string {
  if (part <= 0 || width <= 0) return '';
  const units = Math.max(1, Math.round(Math.min(1, part) * width * fills.length));
  const rest = units % fills.length;
  return (fills.at(-1) ?? '').repeat(Math.floor(units / fills.length)) + (rest === 0 ? '' : (fills[rest - 1] ?? ''));
}

/** Dots of a cell of braille, from the lowest: those of its left and of its right column. */
const DOTS = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const;
const BLANK = 0x2800;

/** Draws columns of dots from below, two in each cell; a cell without dots is a blank. */
export function brailleBars(heights: readonly number[]): string {
  return Array.from({ length: Math.ceil(heights.length / 2) }, (_, cell) => {
    const dots = DOTS.map((column, n) =>
      column.slice(0, Math.max(0, heights[2 * cell + n] ?? 0)).reduce<number>((sum, dot) => sum | dot, 0),
    ).reduce((sum, column) => sum | column, 0);
    return dots === 0 ? ' ' : String.fromCodePoint(BLANK + dots);
  }).join('');
}

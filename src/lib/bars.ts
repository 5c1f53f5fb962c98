export type Scale = { readonly from: number; readonly to: number };

/** Least part of the highest value in the scale: a small change must not look large. */
const LEAST_RANGE = 1 / 8;

export function scaleOf(values: readonly (number | null)[]): Scale {
  const known = values.filter((value) => value !== null);
  const [from, max] = [Math.min(...known), Math.max(...known)];
  return known.length === 0 ? { from: 0, to: 1 } : { from, to: Math.max(max, from + Math.abs(max) * LEAST_RANGE) };
}

/** Blank when unknown. Only the lowest value has the lowest bar. */
export function sparkline(values: readonly (number | null)[], { from, to }: Scale, bars: readonly string[]): string {
  const highest = bars.length - 1;
  const level = (value: number): number =>
    value <= from || to <= from ? 0 : Math.max(1, Math.round(((Math.min(value, to) - from) / (to - from)) * highest));
  return values.map((value) => (value === null ? ' ' : (bars[level(value)] ?? ' '))).join('');
}

/** `fills`: a cell's characters, from the least to the full one. Only zero is empty. */
export function bar(part: number, width: number, fills: readonly string[]): string {
  if (part <= 0 || width <= 0) return '';
  const units = Math.max(1, Math.round(Math.min(1, part) * width * fills.length));
  const rest = units % fills.length;
  return (fills.at(-1) ?? '').repeat(Math.floor(units / fills.length)) + (rest === 0 ? '' : (fills[rest - 1] ?? ''));
}

const DOTS = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const;
const BLANK = 0x2800;

/** Two columns of dots in each cell. */
export function brailleBars(heights: readonly number[]): string {
  return Array.from({ length: Math.ceil(heights.length / 2) }, (_, cell) => {
    const dots = DOTS.map((column, n) =>
      column.slice(0, Math.max(0, heights[2 * cell + n] ?? 0)).reduce<number>((sum, dot) => sum | dot, 0),
    ).reduce((sum, column) => sum | column, 0);
    return dots === 0 ? ' ' : String.fromCodePoint(BLANK + dots);
  }).join('');
}

export type BoxGlyphs = {
  readonly topLeft: string;
  readonly topRight: string;
  readonly bottomLeft: string;
  readonly bottomRight: string;
  readonly across: string;
  readonly down: string;
  readonly tick: string;
};

/** From zero to `max`, top row first. Only zero is in the lowest row; null is empty. */
export function stepLine(
  values: readonly (number | null)[],
  max: number,
  height: number,
  glyphs: BoxGlyphs,
): readonly string[] {
  const level = (value: number): number =>
    max <= 0 || value <= 0 ? 0 : Math.max(1, Math.round((Math.min(value, max) / max) * (height - 1)));
  const rows = Array.from({ length: height }, () => values.map(() => ' '));
  const put = (row: number, column: number, sign: string): void => {
    const line = rows[height - 1 - row];
    if (line !== undefined) line[column] = sign;
  };
  values.forEach((value, column) => {
    if (value === null) return;
    const now = level(value);
    const previous = values[column - 1];
    const before = previous === undefined || previous === null ? now : level(previous);
    if (before === now) {
      put(now, column, glyphs.across);
      return;
    }
    const [low, high] = [Math.min(before, now), Math.max(before, now)];
    for (let row = low + 1; row < high; row++) put(row, column, glyphs.down);
    put(before, column, now > before ? glyphs.bottomRight : glyphs.topRight);
    put(now, column, now > before ? glyphs.topLeft : glyphs.bottomLeft);
  });
  return rows.map((row) => row.join(''));
}

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

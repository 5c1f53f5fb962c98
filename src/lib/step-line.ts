/** Characters that draw frames, step lines and axes. */
export type BoxGlyphs = {
  readonly topLeft: string;
  readonly topRight: string;
  readonly bottomLeft: string;
  readonly bottomRight: string;
  readonly across: string;
  readonly down: string;
  /** A tick on a line across. */
  readonly tick: string;
};

/**
 * Draws numbers as a line of steps, one column each, top row first. The highest row stands for `max`, the lowest
 * for zero; a column without a number is empty. Any number above zero is drawn above the lowest row.
 */
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

/** The bounds of a value in one column, and a line over them; null where unknown. */
export type BandColumn = {
  readonly low: number | null;
  readonly high: number | null;
  readonly line: number | null;
};

/** What a cell of the chart shows: inside both bounds, on the known side of the only bound, or the line. */
export type BandCell = 'blank' | 'within' | 'open' | 'line';

/** The values of the lowest and of the highest row. */
export type Range = { readonly from: number; readonly to: number };

/** Least part of the highest value that a chart covers, so that a small change does not look like a large one. */
const LEAST_RANGE = 1 / 20;

/** The range of a chart that holds all values; null without any. */
export function rangeOf(columns: readonly BandColumn[]): Range | null {
  const values = columns.flatMap(({ low, high, line }) => [low ?? [], high ?? [], line ?? []].flat());
  if (values.length === 0) return null;
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const missing = Math.max(0, to * LEAST_RANGE - (to - from));
  return { from: Math.max(0, from - missing / 2), to: to + missing / 2 };
}

/** Draws bounds and a line over them, the highest row first. The line is over the bounds. */
export function bandChart(
  columns: readonly BandColumn[],
  { from, to }: Range,
  height: number,
): readonly (readonly BandCell[])[] {
  const level = (value: number): number => (to <= from ? 0 : Math.round(((value - from) / (to - from)) * (height - 1)));
  const rows = Array.from({ length: height }, () => columns.map((): BandCell => 'blank'));
  const put = (at: number, column: number, cell: BandCell): void => {
    const row = rows[height - 1 - at];
    if (row !== undefined) row[column] = cell;
  };
  columns.forEach(({ low, high, line }, column) => {
    const both = low !== null && high !== null;
    const [bottom, top] = both ? [Math.min(low, high), Math.max(low, high)] : [low ?? from, high ?? to];
    const known = low !== null || high !== null;
    for (let at = level(bottom); known && at <= level(top); at++) put(at, column, both ? 'within' : 'open');
    if (line !== null) put(level(line), column, 'line');
  });
  return rows;
}

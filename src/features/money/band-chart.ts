/** The bounds of a value in one column; null where unknown. */
export type BandColumn = { readonly low: number | null; readonly high: number | null };

/** What a line says in a column: a value alone, or the limit price of a bid that has its instances, waits for them, or is paused. */
export type LineCell = 'line' | 'holds' | 'waits' | 'rests';

/** A line over the bounds, column by column; null where there is none. */
export type ChartLine = readonly ({ readonly value: number; readonly cell: LineCell } | null)[];

/** Something that happened at a value. */
export type ChartMark = { readonly column: number; readonly value: number; readonly cell: 'filled' | 'lost' };

/** Bounds, lines and marks over them, and the mark under the cursor; null without one. */
export type Chart = {
  readonly bands: readonly BandColumn[];
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  readonly cursor: ChartMark | null;
};

/** What a cell of the chart shows: inside both bounds, on the known side of the only bound, a line, a mark, or the column and the mark of the cursor. */
export type BandCell =
  | 'blank'
  | 'within'
  | 'open'
  | 'cursor'
  | LineCell
  | ChartMark['cell']
  | 'filled-here'
  | 'lost-here';

/** The values of the lowest and of the highest row. */
export type Range = { readonly from: number; readonly to: number };

/** Least part of the highest value that a chart covers, so that a small change does not look like a large one. */
const LEAST_RANGE = 1 / 20;

/** The range of a chart that holds all values; null without any. */
export function rangeOf(values: readonly number[]): Range | null {
  if (values.length === 0) return null;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [from, to] = [Math.min(from, value), Math.max(to, value)];
  const missing = Math.max(0, to * LEAST_RANGE - (to - from));
  return { from: Math.max(0, from - missing / 2), to: to + missing / 2 };
}

/** The bounds of some columns that are known. */
export const boundsIn = (bands: readonly BandColumn[]): readonly number[] =>
  bands.flatMap(({ low, high }) => [low ?? [], high ?? []].flat());

/** The row of a value, counted from the lowest one; what is out of the range is in the row next to it. */
export function levelOf(value: number, { from, to }: Range, height: number): number {
  if (to <= from) return 0;
  return Math.max(0, Math.min(height - 1, Math.round(((value - from) / (to - from)) * (height - 1))));
}

/** Lines that are drawn over each other: the last one is seen. */
const ORDER: readonly LineCell[] = ['rests', 'waits', 'holds', 'line'];

/** Draws bounds, then lines that are in the range, then marks, of which losses are over fills. The highest row is first. */
export function bandChart(
  { bands, lines, marks, cursor }: Chart,
  range: Range,
  height: number,
): readonly (readonly BandCell[])[] {
  const level = (value: number): number => levelOf(value, range, height);
  const rows = Array.from({ length: height }, () => bands.map((): BandCell => 'blank'));
  const put = (at: number, column: number, cell: BandCell): void => {
    const row = rows[height - 1 - at];
    if (row !== undefined && column >= 0 && column < row.length) row[column] = cell;
  };
  bands.forEach(({ low, high }, column) => {
    const both = low !== null && high !== null;
    const [bottom, top] = both ? [Math.min(low, high), Math.max(low, high)] : [low ?? range.from, high ?? range.to];
    const known = low !== null || high !== null;
    for (let at = level(bottom); known && at <= level(top); at++) put(at, column, both ? 'within' : 'open');
  });
  if (cursor !== null) for (let at = 0; at < height; at++) put(at, cursor.column, 'cursor');
  for (const drawn of ORDER) {
    for (const line of lines)
      line.forEach((point, column) => {
        if (point?.cell === drawn && point.value >= range.from && point.value <= range.to)
          put(level(point.value), column, drawn);
      });
  }
  for (const drawn of ['filled', 'lost'] as const)
    for (const { column, value, cell } of marks) if (cell === drawn) put(level(value), column, cell);
  if (cursor !== null) put(level(cursor.value), cursor.column, `${cursor.cell}-here`);
  return rows;
}

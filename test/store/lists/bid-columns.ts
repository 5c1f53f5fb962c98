import { type ColumnHead, type PlacedColumn, placeColumns } from '../../../src/store/lists/place-columns.ts';

/** The widths that columns of bids need in the demo. */
export const inDemo = new Map([
  ...[['name', 16] as const, ['status', 16] as const, ['type', 20] as const, ['region', 13] as const],
  ...[['why', 7] as const, ['run', 3] as const, ['price', 6] as const, ['cost', 7] as const, ['volumes', 14] as const],
]);

/** Columns of bids as the demo has them in a pane of this width. */
export const bidColumns = (heads: readonly ColumnHead[], width: number): readonly PlacedColumn[] =>
  placeColumns(heads, width, { whole: inDemo, beside: new Map([['type', 6]]) });

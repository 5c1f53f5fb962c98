import type { PaneName } from '../resources/rows.ts';

/** A row by its pane and fid. */
export type RowRef = { readonly pane: PaneName; readonly fid: string };

import type { ServiceRows } from '../contract/lists.ts';
import type { ActivityRow } from './activity-row.ts';

/** Every list with a pane of its own, and its row. A feature adds its panes to it. */
export interface Rows extends ServiceRows {
  readonly activity: ActivityRow;
}

export type PaneName = keyof Rows;

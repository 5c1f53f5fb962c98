import type { ServiceRows } from '../contract/lists.ts';
import type { ActivityRow, MachineRow, PriceRow, RuleRow, Session } from './local-rows.ts';

/** The rows of the panes that this console fills itself. */
type LocalRows = {
  readonly sessions: Session;
  readonly activity: ActivityRow;
  readonly machines: MachineRow;
  readonly prices: PriceRow;
  readonly rules: RuleRow;
};

/** Every list with a pane of its own, and its row. */
export interface Rows extends ServiceRows, LocalRows {}

export type PaneName = keyof Rows;

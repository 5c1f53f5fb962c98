import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';

/** Whether a command of other panes does not exist in a pane, for a reason that is shown when its key is pressed there. */
export const isAbsent = (panes: Panes, pane: PaneName, command: string): boolean =>
  Object.hasOwn(panes[pane].absent?.((_, usual) => usual) ?? {}, command);

import { historyPanes } from '../features/history/panes.ts';
import { machines } from '../features/machines/pane/machines.ts';
import { machinePanes } from '../features/machines/panes.ts';
import { prices } from '../features/money/pane/prices.ts';
import { moneyPanes } from '../features/money/panes.ts';
import { rotationPanes } from '../features/rotation/panes.ts';
import { rules } from '../features/rules/pane/rules.ts';
import { rulePanes } from '../features/rules/panes.ts';
import { sshPanes } from '../features/ssh/panes.ts';
import { sessions } from '../features/ssh/sessions.ts';
import type { ActivityWords } from './activity-text.ts';
import { composedPanes, type Panes } from './panes.ts';
import type { Side } from './resource.ts';
import type { PaneName } from './rows.ts';

const all = composedPanes({ sessions, machines, prices, rules }, [
  sshPanes,
  machinePanes,
  moneyPanes,
  rulePanes,
  historyPanes,
  rotationPanes,
]);

/** Every resource with a pane, with what features add to it. */
export const resources: Panes = all.panes;

/** The panes in the order of their keys; one without a key is the last. */
export const paneNames: readonly PaneName[] = all.paneNames;

/** What features know and the texts of questions and forms say. */
export const remarks = all.remarks;

/** What sentences about events are made with; `into` is the sign between two values. */
export const activityWords = (into: string): ActivityWords => ({ into, fieldWords: all.fieldWords });

/** The panes of a side of the screen, in the order of their keys. */
export const panesOfSide = (side: Side): readonly PaneName[] =>
  paneNames.filter((name) => resources[name].side === side);

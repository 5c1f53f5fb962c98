import type { PaneName } from '../../resources/rows.ts';
import type { Controller } from '../../store/controller.ts';
import type { DialogState, RowRef } from '../../store/dialog-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Binding, PaneBinding } from '../keys/binding.ts';
import type { Room } from './dialog.ts';
import type { DialogLine } from './line.ts';

/** The page of a row while one of its tabs is shown. `at`: the index of its selected item, or of its first line in a tab without items. */
export type RowPage = DialogState<'row-page'>;

/** A tab of the page of a row. */
export type RowTab = {
  readonly id: string;
  readonly title: string;
  /** Its place among the tabs: the lowest number first. */
  readonly order: number;
  /** Whether the rows of a pane have it. */
  readonly isOf: (pane: PaneName) => boolean;
  /** The key that opens the page at this tab, and shows it in an open page. */
  readonly openFrom?: Omit<PaneBinding, 'scope' | 'run' | 'disabled'>;
  /** Panes whose rows begin with it. */
  readonly first?: readonly PaneName[];
  readonly lines: (state: ConsoleState, page: RowPage, room: Room) => readonly DialogLine[];
  /** The number of items that the cursor moves over; without it the lines scroll. */
  readonly items?: (state: ConsoleState, page: RowPage) => number;
  /** Moves a cursor of its own by some items, in place of one that counts items or lines. */
  readonly move?: (state: ConsoleState, page: RowPage, by: number) => RowPage;
  readonly bindings: readonly Binding[];
  /** Reads what it shows, each time that it is shown. */
  readonly shown?: (controller: Controller, row: RowRef) => void;
  /** Words after the name of the row in the title: the time that a picture covers. */
  readonly titleWords?: (state: ConsoleState, page: RowPage) => string;
};

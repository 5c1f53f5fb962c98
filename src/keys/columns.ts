import {
  columnPointed,
  columnShifted,
  columnsUsual,
  columnToggled,
  columnWidened,
  groupColumnMoved,
  pointedGrouped,
} from '../state/arranging.ts';
import { overlayOpened } from '../state/overlays.ts';
import type { Binding } from './binding.ts';
import { changes } from './global.ts';
import { closes } from './overlays.ts';
import { movingBindings } from './scrolling.ts';

/** Keys of every list that arrange it. */
export const arrangingBindings: readonly Binding[] = [
  {
    id: 'columns',
    keys: ['c'],
    label: 'Columns: which are shown, in what order, how wide',
    hint: null,
    scope: 'list',
    run: changes((state) => overlayOpened(state, { kind: 'columns', pane: state.focus, at: 0 })),
  },
  {
    id: 'group',
    keys: ['b'],
    label: 'Group the rows by the next column, with sums; after the last one not any more',
    hint: null,
    scope: 'list',
    run: changes((state) => groupColumnMoved(state, state.focus)),
  },
];

/** Keys of the list of columns. */
export const columnBindings: readonly Binding[] = [
  ...movingBindings('columns', (by) => changes((state) => columnPointed(state, by)), {
    verb: 'Move',
    letters: true,
    hint: null,
  }),
  {
    id: 'column-shown',
    keys: ['Space'],
    label: 'Show the column, or hide it',
    hint: 'show or hide',
    scope: 'columns',
    run: changes(columnToggled),
  },
  {
    id: 'column-later',
    keys: ['J'],
    label: 'Move the column on',
    hint: 'move on',
    scope: 'columns',
    run: changes((state) => columnShifted(state, 1)),
  },
  {
    id: 'column-sooner',
    keys: ['K'],
    label: 'Move the column forward',
    hint: 'move up',
    scope: 'columns',
    run: changes((state) => columnShifted(state, -1)),
  },
  {
    id: 'column-wider',
    keys: ['+', 'Right', 'l'],
    label: 'Make the column wider',
    hint: 'wider',
    scope: 'columns',
    run: changes((state) => columnWidened(state, 1)),
  },
  {
    id: 'column-narrower',
    keys: ['-', 'Left', 'h'],
    label: 'Make the column narrower',
    hint: 'narrower',
    scope: 'columns',
    run: changes((state) => columnWidened(state, -1)),
  },
  {
    id: 'column-usual-width',
    keys: ['='],
    label: 'Make the column as wide as usual',
    hint: null,
    scope: 'columns',
    run: changes((state) => columnWidened(state, null)),
  },
  {
    id: 'column-group',
    keys: ['b'],
    label: 'Group the rows by the column, or not any more',
    hint: 'group',
    scope: 'columns',
    run: changes(pointedGrouped),
  },
  {
    id: 'columns-usual',
    keys: ['0'],
    label: 'All columns as they usually are',
    hint: 'as usual',
    scope: 'columns',
    run: changes(columnsUsual),
  },
  closes('columns', ['Esc', 'q', 'c', 'Enter'], 'Back to the list'),
];

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
import { type Binding, transition } from './binding.ts';
import { closes } from './overlays.ts';
import { movingBindings } from './scrolling.ts';

/** Keys of every list that arrange it. */
export const arrangingBindings: readonly Binding[] = [
  {
    id: 'columns',
    keys: ['c'],
    label: 'Columns: show, hide, order, width',
    hint: null,
    scope: 'list',
    run: transition((state) => overlayOpened(state, { kind: 'columns', pane: state.focus, at: 0 })),
  },
  {
    id: 'group',
    keys: ['b'],
    label: 'Group by the next column, with sums; after the last one, ungroup',
    hint: null,
    scope: 'list',
    run: transition((state) => groupColumnMoved(state, state.focus)),
  },
];

/** Keys of the list of columns. */
export const columnBindings: readonly Binding[] = [
  ...movingBindings('columns', (by) => transition((state) => columnPointed(state, by)), {
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
    run: transition(columnToggled),
  },
  {
    id: 'column-later',
    keys: ['J'],
    label: 'Move the column down',
    hint: 'move down',
    scope: 'columns',
    run: transition((state) => columnShifted(state, 1)),
  },
  {
    id: 'column-sooner',
    keys: ['K'],
    label: 'Move the column up',
    hint: 'move up',
    scope: 'columns',
    run: transition((state) => columnShifted(state, -1)),
  },
  {
    id: 'column-wider',
    keys: ['+', 'Right', 'l'],
    label: 'Widen the column',
    hint: 'wider',
    scope: 'columns',
    run: transition((state) => columnWidened(state, 1)),
  },
  {
    id: 'column-narrower',
    keys: ['-', 'Left', 'h'],
    label: 'Narrow the column',
    hint: 'narrower',
    scope: 'columns',
    run: transition((state) => columnWidened(state, -1)),
  },
  {
    id: 'column-usual-width',
    keys: ['='],
    label: 'Reset the width of the column',
    hint: null,
    scope: 'columns',
    run: transition((state) => columnWidened(state, null)),
  },
  {
    id: 'column-group',
    keys: ['b'],
    label: 'Group by the column, or ungroup',
    hint: 'group',
    scope: 'columns',
    run: transition(pointedGrouped),
  },
  {
    id: 'columns-usual',
    keys: ['0'],
    label: 'Reset all columns',
    hint: 'reset',
    scope: 'columns',
    run: transition(columnsUsual),
  },
  closes('columns', ['Esc', 'q', 'c', 'Enter'], 'Back to the list'),
];

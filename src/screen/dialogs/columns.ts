import type { DialogState } from '../../store/dialog-state.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { columnsIn } from '../../store/lists/content-widths.ts';
import { isFilled } from '../../store/lists/place-columns.ts';
import {
  columnChoices,
  columnPointed,
  columnShifted,
  columnsUsual,
  columnToggled,
  columnWidened,
  pointedGrouped,
} from '../../store/panes/arrange-columns.ts';
import { layoutOf, panesOn } from '../../store/panes/layout.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { closes, type Dialog } from './dialog.ts';
import type { DialogLine } from './line.ts';

const bindings: readonly Binding[] = [
  ...scrollBindings('columns', (by) => transition((state) => columnPointed(state, by))),
  {
    id: 'column-shown',
    keys: ['Space'],
    label: 'Show the column, or hide it',
    hint: 'show or hide',
    run: transition(columnToggled),
  },
  {
    id: 'column-later',
    keys: ['J'],
    label: 'Move the column down',
    hint: 'move down',
    run: transition((state) => columnShifted(state, 1)),
  },
  {
    id: 'column-sooner',
    keys: ['K'],
    label: 'Move the column up',
    hint: 'move up',
    run: transition((state) => columnShifted(state, -1)),
  },
  {
    id: 'column-wider',
    keys: ['+', 'Right', 'l'],
    label: 'Widen the column',
    hint: 'wider',
    run: transition((state) => columnWidened(state, 1)),
  },
  {
    id: 'column-narrower',
    keys: ['-', 'Left', 'h'],
    label: 'Narrow the column',
    hint: 'narrower',
    run: transition((state) => columnWidened(state, -1)),
  },
  {
    id: 'column-usual-width',
    keys: ['='],
    label: 'Reset the width of the column',
    run: transition((state) => columnWidened(state, null)),
  },
  {
    id: 'column-group',
    keys: ['b'],
    label: 'Group by the column, or ungroup',
    hint: 'group',
    run: transition(pointedGrouped),
  },
  { id: 'columns-usual', keys: ['0'], label: 'Reset all columns', hint: 'reset', run: transition(columnsUsual) },
  closes('columns', ['Esc', 'q', 'Enter'], 'Back to the list'),
];

function linesOf(state: ConsoleState, { pane, at }: DialogState<'columns'>): readonly DialogLine[] {
  const { sort, group } = state.views[pane];
  const { up, down } = state.glyphs;
  const placed = panesOn(layoutOf(state)).find(({ name }) => name === pane);
  const seen = placed === undefined ? [] : columnsIn(state, pane, placed.width).map(({ id }) => id);
  return columnChoices(state, pane).map(({ head, shown, width }, n): DialogLine => {
    const details = [
      ...(!shown || placed === undefined || seen.includes(head.id)
        ? []
        : [
            `hidden: ${head.live !== null && !isFilled(head, contextOf(state)) ? head.live.hidden : head.hidesEmpty ? 'no value, or no room' : 'no room'}`,
          ]),
      ...(head.id === sort.column ? [`sorted ${sort.descending ? down : up}`] : []),
      ...(head.id === group ? ['grouped'] : []),
    ];
    return {
      kind: 'text',
      cursor: n === at,
      segments: [
        { text: shown ? ' [x] ' : ' [ ] ', tone: shown ? 'accent' : 'dim' },
        { text: head.header.padEnd(14), tone: shown ? 'strong' : 'dim' },
        { text: (width === null ? '' : `${width} wide`).padEnd(10), tone: 'dim' },
        { text: details.join(', '), tone: 'accent' },
      ],
    };
  });
}

export const columns: Dialog<'columns'> = {
  kind: 'columns',
  openFrom: {
    id: 'columns',
    keys: [],
    label: 'Columns: show, hide, order, width',
    menu: { letter: 'c', words: 'columns' },
    formerly: { keys: ['c'] },
    searchWords: ['columns', 'fields', 'hide'],
    scope: 'list',
    run: transition((state) => dialogOpened(state, { kind: 'columns', pane: state.focus, at: 0 })),
  },
  title: (state, { pane }) => `Columns of ${state.features.panes[pane].title}`,
  lines: linesOf,
  box: () => ({ width: 60 }),
  helpTitle: 'Columns of a pane',
  bindings,
};

import { showNotice } from '../../store/activity.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { allColumns, isFilled } from '../../store/lists/place-columns.ts';
import { cursorMoved, sortedInOrder, sortReversed } from '../../store/panes/cursor.ts';
import { type SortChoice, sortChoices } from '../../store/panes/sort-letters.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { closes, type Dialog } from './dialog.ts';
import { type FootLine, inLines } from './line.ts';

/** The columns that a pane can be sorted by now: those of machines once one was read. */
function choicesNow(state: ConsoleState, { pane }: DialogState<'sort'>): readonly SortChoice[] {
  const context = contextOf(state);
  const filled = allColumns(state.features.panes, pane).filter((head) => isFilled(head, context));
  return sortChoices(state.features, pane).filter(({ column }) => filled.some(({ id }) => id === column));
}

/**
 * Sorts by the column of a letter and closes: from its largest or first, with a capital the other way. A digit has no capital: for the
 * column that sorts now it reverses.
 */
function letterChosen(state: ConsoleState, typed: string): ConsoleState {
  const own = topDialog(state);
  if (own?.kind !== 'sort') return state;
  const choice = choicesNow(state, own).find(({ letter }) => letter === typed.toLowerCase());
  if (choice === undefined)
    return showNotice(state, `No column of ${state.features.panes[own.pane].title} has the letter ${typed}.`, 'warn');
  const { pane } = own;
  const again = /\d/.test(typed) && state.views[pane].sort.column === choice.column;
  return dialogClosed(
    again
      ? sortReversed(state, pane)
      : sortedInOrder(state, pane, choice.column, typed === choice.letter ? 'first' : 'reversed'),
  );
}

/** Every key that can be the letter of a column. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#'];

const bindings: readonly Binding[] = [
  {
    id: 'sort-letter',
    keys: LETTERS,
    keysInWords: 'letter',
    label: 'Sort by the column with this letter; a capital reverses',
    hint: null,
    run: (controller, { name }) => transition((state) => letterChosen(state, name))(controller),
  },
  ...scrollBindings(
    'sort',
    (by) =>
      transition((state) => {
        const own = topDialog(state);
        return own?.kind === 'sort' ? cursorMoved(state, own.pane, by) : state;
      }),
    { verb: 'Move', letters: false, hint: null },
  ),
  closes('sort', ['Esc', 'Enter', ','], 'Back to the list'),
];

/** The letters with their columns, on as many lines as they need; a click on one is its key. */
function footLines(state: ConsoleState, own: DialogState<'sort'>): readonly FootLine[] {
  const { sort } = state.views[own.pane];
  const { up, down } = state.glyphs;
  const items: readonly FootLine[] = [
    [{ text: ' Sort by', key: null }],
    ...choicesNow(state, own).map(({ letter, column, header }): FootLine => {
      const isNow = column === sort.column;
      return [
        { text: ` ${letter}`, tone: 'accent', key: letter },
        {
          text: ` ${header}${isNow ? ` ${sort.descending ? down : up}` : ''} `,
          tone: isNow ? 'strong' : 'dim',
          key: letter,
        },
      ];
    }),
    [
      { text: ' Esc', tone: 'accent', key: 'Esc' },
      { text: ' back', tone: 'dim', key: 'Esc' },
    ],
  ];
  return inLines(items, state.size.columns);
}

/** Choice of the sort column by its letter, which the header underlines. A letter that no column has leaves it open, and acts on no row. */
export const sort: Dialog<'sort'> = {
  kind: 'sort',
  openFrom: {
    id: 'sort-column',
    keys: [','],
    label: 'Sort: choose the column by its letter',
    searchWords: ['sort', 'order'],
    hint: null,
    scope: 'list',
    run: transition((state) => dialogOpened(state, { kind: 'sort', pane: state.focus })),
  },
  title: () => 'Sort',
  lines: () => [],
  foot: { clickedBeside: dialogClosed, lines: footLines },
  helpTitle: 'Choosing the sort column',
  bindings,
};

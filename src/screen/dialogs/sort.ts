import { showNotice } from '../../store/activity.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { allColumns, isFilled } from '../../store/lists/place-columns.ts';
import { sortedInOrder, sortReversed } from '../../store/panes/cursor.ts';
import { type SortChoice, sortChoices } from '../../store/panes/sort-letters.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { closes, type Dialog } from './dialog.ts';
import type { FootLine } from './line.ts';
import { menuFoot, menuLines } from './menu.ts';

/** Columns of machines only once one was read. */
function choicesNow(state: ConsoleState, { pane }: DialogState<'sort'>): readonly SortChoice[] {
  const context = contextOf(state);
  const filled = allColumns(state.features.panes, pane).filter((head) => isFilled(head, context));
  return sortChoices(state.features, pane).filter(({ column }) => filled.some(({ id }) => id === column));
}

/** From the largest or first, with a capital the other way. A digit reverses the present column. */
function letterChosen(state: ConsoleState, typed: string): ConsoleState {
  const own = topDialog(state);
  if (own?.kind !== 'sort') return state;
  const choice = choicesNow(state, own).find(({ letter }) => letter === typed.toLowerCase());
  if (choice === undefined)
    return showNotice(
      dialogClosed(state),
      `${typed} is not in the menu: no column of ${state.features.panes[own.pane].title} has that letter.`,
      'warn',
    );
  const { pane } = own;
  const again = /\d/.test(typed) && state.views[pane].sort.column === choice.column;
  return dialogClosed(
    again
      ? sortReversed(state, pane)
      : sortedInOrder(state, pane, choice.column, typed === choice.letter ? 'first' : 'reversed'),
  );
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#'];

const bindings: readonly Binding[] = [
  {
    id: 'sort-letter',
    keys: LETTERS,
    keysInWords: 'letter',
    label: 'Sort by the column with this letter; a capital reverses',
    run: (controller, { name }) => transition((state) => letterChosen(state, name))(controller),
  },
  closes('sort', ['Esc', ','], 'Back to the list'),
];

function footLines(state: ConsoleState, own: DialogState<'sort'>): readonly FootLine[] {
  const { sort } = state.views[own.pane];
  const { up, down } = state.glyphs;
  const items = choicesNow(state, own).map(({ letter, column, header }) => {
    const now = column === sort.column;
    return { key: letter, words: `${header}${now ? ` ${sort.descending ? down : up}` : ''}`, now };
  });
  return menuLines('Sort by', items, state.size.columns);
}

/** Each column on the letter underlined in its header. */
export const sort: Dialog<'sort'> = {
  kind: 'sort',
  openFrom: {
    id: 'sort-column',
    keys: [','],
    label: 'Sort: choose the column by its letter',
    searchWords: ['sort', 'order'],
    formerly: { ids: ['sort', 'reverse'], keys: ['o', 'O'] },
    scope: 'list',
    run: transition((state) => dialogOpened(state, { kind: 'sort', pane: state.focus })),
  },
  title: () => 'Sort',
  lines: () => [],
  foot: { ...menuFoot, lines: footLines },
  helpTitle: 'Choosing the sort column',
  bindings,
};

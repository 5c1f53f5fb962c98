import { update } from '../../store/controller.ts';
import { keyNamed } from '../../store/key-names.ts';
import { sortedBy } from '../../store/panes/cursor.ts';
import { sortChoices } from '../../store/panes/sort-letters.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Entry } from '../keys/entry.ts';

const keyOf = (state: ConsoleState): string => keyNamed(state, 'sort-column', ',');

/** The entries of the palette that sort the focused pane by a column. */
export function sortEntries(state: ConsoleState): readonly Entry[] {
  const { focus } = state;
  return sortChoices(state.features, focus).map(({ letter, column, header }) => ({
    label: `Sort by ${header}; again reverses it`,
    note: `${state.features.panes[focus].title}  ${keyOf(state)} ${letter}`,
    run: (controller) => update(controller, (now) => sortedBy(now, focus, column)),
  }));
}

/** What sorts by the column with a capital letter, which sorted at once in earlier versions; null for another key. */
export function sortNotice(state: ConsoleState, key: string): string | null {
  const choice = sortChoices(state.features, state.focus).find(
    ({ letter }) => /[A-Z]/.test(key) && letter === key.toLowerCase(),
  );
  return choice === undefined
    ? null
    : `${key} does nothing here; ${keyOf(state)} and then ${choice.letter} sorts by ${choice.header}.`;
}

import { update } from '../../store/controller.ts';
import { sortedBy } from '../../store/panes/cursor.ts';
import { sortChoices } from '../../store/panes/sort-letters.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
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

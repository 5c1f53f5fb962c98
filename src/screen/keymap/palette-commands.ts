import { viewForgotten, viewSaved } from '../../store/panes/saved-views.ts';
import type { ConsoleState } from '../../store/state.ts';
import { screenOf } from '../dialogs/screen.ts';
import { transition } from '../keys/binding.ts';
import type { Entry, PaletteCommand } from '../keys/entry.ts';

const viewCommands: readonly PaletteCommand[] = [
  {
    words: 'view save',
    does: 'save filter, sort, columns and grouping of this pane',
    searchWords: ['save', 'bookmark', 'store', 'remember'],
    run: (name) => transition((state) => viewSaved(state, name)),
  },
  {
    words: 'view delete',
    does: 'delete a saved view',
    searchWords: ['delete view', 'forget view'],
    run: (name) => transition((state) => viewForgotten(state, name)),
  },
];

const paletteCommands = (state: Pick<ConsoleState, 'features'>): readonly PaletteCommand[] => [
  ...screenOf(state).parts.flatMap(({ paletteCommands: own }) => own ?? []),
  ...viewCommands,
];

/** The palette commands that are typed with a name, ready to run; they come before other matches. */
export function typedCommands(state: Pick<ConsoleState, 'features'>, query: string): readonly Entry[] {
  return paletteCommands(state).flatMap(({ words, does, run }) => {
    const name = query.toLowerCase().startsWith(`${words} `) ? query.slice(words.length).trim() : '';
    return name === '' ? [] : [{ label: `${words} ${name}`, note: does, run: run(name) }];
  });
}

/** The palette commands without a name: choosing one types its words, and the operator adds the name. */
export const paletteCommandEntries = (state: Pick<ConsoleState, 'features'>): readonly Entry[] =>
  paletteCommands(state).map(({ words, does, searchWords }) => ({
    label: `${words} NAME`,
    note: does,
    searchWords,
    types: `${words} `,
  }));

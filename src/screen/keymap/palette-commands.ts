import { askPauseSet, askResumeSet } from '../../features/pause-sets/ask-set.ts';
import { forgetGroup } from '../../features/pause-sets/state.ts';
import type { Controller } from '../../store/controller.ts';
import { viewForgotten, viewSaved } from '../../store/panes/saved-views.ts';
import { type Press, transition } from '../keys/binding.ts';
import type { SearchTarget } from './search.ts';

/** Entry of the palette: an action, a pane or row to go to, or words that it types and the operator completes. */
export type Entry = SearchTarget & { readonly note: string } & (
    | { readonly run: (controller: Controller, press: Press) => void }
    | { readonly types: string }
  );

/** Palette command that takes a name: `view save gpu-eu`. */
type PaletteCommand = {
  readonly words: string;
  readonly does: string;
  readonly searchWords: readonly string[];
  readonly run: (name: string) => (controller: Controller, press: Press) => void;
};

const paletteCommands: readonly PaletteCommand[] = [
  {
    words: 'pause set',
    does: 'pause the marked bids as a named set',
    searchWords: ['pause all', 'set'],
    run:
      (name) =>
      (controller, { alone }) =>
        askPauseSet(controller, name, alone),
  },
  {
    words: 'resume set',
    does: 'resume the bids of a set that have not changed since',
    searchWords: ['resume all'],
    run: (name) => (controller) => askResumeSet(controller, name),
  },
  {
    words: 'forget set',
    does: 'delete a set; its bids do not change',
    searchWords: ['delete set'],
    run: (name) => (controller) => forgetGroup(controller, name),
  },
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

/** Returns the palette commands that are typed with a name, ready to run; they come before other matches. */
export function typedCommands(query: string): readonly Entry[] {
  return paletteCommands.flatMap(({ words, does, run }) => {
    const name = query.toLowerCase().startsWith(`${words} `) ? query.slice(words.length).trim() : '';
    return name === '' ? [] : [{ label: `${words} ${name}`, note: does, run: run(name) }];
  });
}

/** Palette commands without a name: choosing one types its words, and the operator adds the name. */
export const paletteCommandEntries: readonly Entry[] = paletteCommands.map(({ words, does, searchWords }) => ({
  label: `${words} NAME`,
  note: does,
  searchWords,
  types: `${words} `,
}));

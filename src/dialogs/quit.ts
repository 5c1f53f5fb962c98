import type { Binding } from '../keys/binding.ts';
import type { Controller } from '../state/controller.ts';
import { closes, type Dialog } from './dialog.ts';
import { questionSign, textLines } from './line.ts';

const bindings: readonly Binding[] = [
  {
    id: 'quit-anyway',
    keys: ['y'],
    label: 'Quit anyway',
    hint: 'quit',
    confirms: true,
    run: (controller) => controller.terminal.quit(),
  },
  {
    id: 'quit-at-once',
    keys: ['Ctrl-c'],
    label: 'Quit anyway',
    hint: null,
    run: (controller) => controller.terminal.quit(),
  },
  { ...closes('quit', ['Esc', 'n'], 'Stay'), hint: 'stay' },
];

/** Confirmation before the program ends. `run` ends it, or opens this dialog when something would be lost. */
export const quitDialog = (run: (controller: Controller) => void): Dialog<'quit'> => ({
  kind: 'quit',
  openFrom: {
    id: 'quit',
    keys: ['q', 'Ctrl-c'],
    label: 'Quit, or :q',
    searchWords: ['exit', 'leave', 'bye', 'close'],
    names: ['q', 'quit'],
    hint: null,
    scope: 'everywhere',
    run,
  },
  title: () => 'Quit',
  lines: (state, own, { width }) => [
    ...textLines(own.why, width, 'warn'),
    ...textLines(`${questionSign(state, own)} y quit ${state.glyphs.dot} Esc stay`, width),
  ],
  box: () => ({ tone: 'warn' }),
  question: (own) => own,
  helpTitle: 'Quitting',
  bindings,
});

import { type Controller, update } from '../../store/controller.ts';
import { dialogClosed, dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { isSendingChanges } from '../../store/writes/own-writes.ts';
import type { Binding } from '../keys/binding.ts';
import { closes, type Dialog } from './dialog.ts';
import { questionSign, textLines } from './line.ts';

/** Ends the program, once the writes under way are answered. */
export function leave(controller: Controller): void {
  if (!isSendingChanges(controller.store.getState())) controller.terminal.quit();
  else update(controller, (state) => dialogOpened(state, { kind: 'leaving' }));
}

const bindings: readonly Binding[] = [
  {
    id: 'quit-anyway',
    keys: ['y'],
    label: 'Quit anyway',
    hint: 'quit',
    confirms: true,
    run: (controller) => {
      update(controller, dialogClosed);
      leave(controller);
    },
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

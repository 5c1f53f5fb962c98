import { shortDuration } from '../../lib/duration.ts';
import { capitalized } from '../../lib/words.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogClosed, dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { screenLeft } from '../../store/panes/cursor.ts';
import { hasScreen } from '../../store/panes/layout.ts';
import type { ConsoleState } from '../../store/state.ts';
import { isSendingChanges, writesUnderWay } from '../../store/writes/own-writes.ts';
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
    // The key goes back from a page; the program ends from the panes.
    run: (controller, { types }) => {
      if (types && hasScreen(controller.store.getState())) update(controller, screenLeft);
      else run(controller);
    },
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

/** Most writes that are named. */
const MAX_NAMED = 5;

/** What is waited for: `Waiting for the answer to: Pause train-llama (sent 3s ago).` */
function waitingText(state: ConsoleState): string {
  const waiting = writesUnderWay(state);
  const named = waiting
    .slice(0, MAX_NAMED)
    .map(({ write, at }) => `${capitalized(write.verb)} ${write.name} (sent ${shortDuration(state.now - at)} ago)`);
  const more = waiting.length - named.length;
  return `Waiting for the answer to: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** What becomes of changes to many rows that are not sent yet; empty without one. */
function unsentText({ queued }: ConsoleState): string {
  if (queued.length === 0) return '';
  const them = queued.length === 1 ? '1 more change is' : `${queued.length} more changes are`;
  return `${them} not sent yet, and will be: Ctrl-c leaves ${queued.length === 1 ? 'it' : 'them'} unsent.`;
}

/** Says which answers are waited for before the program ends. */
export const leaving: Dialog<'leaving'> = {
  kind: 'leaving',
  title: () => 'Quit',
  lines: (state, _, { width }) => [
    ...textLines(waitingText(state), width, 'warn'),
    ...textLines(unsentText(state), width, 'warn'),
    ...textLines(
      `The console then ends by itself. Ctrl-c leaves ${writesUnderWay(state).length === 1 ? 'it' : 'them'} unknown ${state.glyphs.dot} Esc stay`,
      width,
    ),
  ],
  box: () => ({ tone: 'warn' }),
  helpTitle: 'Quitting while a change is sent',
  bindings: [
    {
      id: 'leave-unknown',
      keys: ['Ctrl-c'],
      label: 'Quit at once: whether it was done is unknown',
      hint: 'quit at once',
      run: (controller) => controller.terminal.quit(),
    },
    { ...closes('leaving', ['Esc', 'n'], 'Stay'), hint: 'stay' },
  ],
};

import { shortDuration } from '../../lib/duration.ts';
import { capitalized } from '../../lib/words.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { screenLeft } from '../../store/panes/cursor.ts';
import { hasScreen } from '../../store/panes/layout.ts';
import type { ConsoleState } from '../../store/state.ts';
import { isSendingChanges, writesUnderWay } from '../../store/writes/pending-writes.ts';
import type { Binding } from '../keys/binding.ts';
import { closes, type Dialog } from './dialog.ts';
import { questionSign, textLines } from './line.ts';
import { dialogOf } from './screen.ts';

/** Ends the program, or asks when something would be lost. A sent form is waited for first. */
export function quit(controller: Controller): void {
  const state = controller.store.getState();
  const isSending = state.dialogs.some((own) => own.kind === 'form' && own.step.kind === 'sending');
  const why = isSending ? null : quitQuestion(state);
  if (why === null) leave(controller);
  else update(controller, (now) => dialogOpened(now, { kind: 'quit', why }));
}

function quitQuestion(state: ConsoleState): string | null {
  const [unsaved] = state.dialogs.flatMap((own) => dialogOf(state, own).unsaved?.(own) ?? []);
  const [goesOn] = state.features.parts.flatMap((part) => part.goesOn?.(state) ?? []);
  return unsaved ?? goesOn ?? null;
}

/** Ends the program once its writes are answered. */
function leave(controller: Controller): void {
  if (!isSendingChanges(controller.store.getState())) controller.terminal.quit();
  else update(controller, (state) => dialogOpened(state, { kind: 'leaving' }));
}

/** Quits once the awaited writes are answered. Returns a function to stop it. */
export function quitWhenAnswered(controller: Controller): () => void {
  return controller.store.subscribe((state) => {
    if (topDialog(state)?.kind !== 'leaving' || isSendingChanges(state)) return;
    update(controller, dialogClosed);
    quit(controller);
  });
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
  { id: 'quit-at-once', keys: ['Ctrl-c'], label: 'Quit anyway', run: (controller) => controller.terminal.quit() },
  { ...closes('quit', ['Esc', 'n'], 'Stay'), hint: 'stay' },
];

export const quitDialog: Dialog<'quit'> = {
  kind: 'quit',
  openFrom: {
    id: 'quit',
    keys: ['q', 'Ctrl-c'],
    label: 'Quit, or :q',
    searchWords: ['exit', 'leave', 'bye', 'close'],
    names: ['q', 'quit'],
    scope: 'everywhere',
    // The key goes back from a page; the program ends from the panes.
    run: (controller, { types }) => {
      if (types && hasScreen(controller.store.getState())) update(controller, screenLeft);
      else quit(controller);
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
};

const MAX_NAMED = 5;

/** `Waiting for the answer to: Pause train-llama (sent 3s ago).` */
function waitingText(state: ConsoleState): string {
  const waiting = writesUnderWay(state);
  const named = waiting
    .slice(0, MAX_NAMED)
    .map(({ write, at }) => `${capitalized(write.verb)} ${write.name} (sent ${shortDuration(state.now - at)} ago)`);
  const more = waiting.length - named.length;
  return `Waiting for the answer to: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The end of changes to many rows, not sent yet. */
function unsentText({ queued }: ConsoleState): string {
  if (queued.length === 0) return '';
  const them = queued.length === 1 ? '1 more change is' : `${queued.length} more changes are`;
  return `${them} not sent yet, and will be: Ctrl-c leaves ${queued.length === 1 ? 'it' : 'them'} unsent.`;
}

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

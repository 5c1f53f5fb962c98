import { shortDuration } from '../../lib/duration.ts';
import { capitalized } from '../../lib/words.ts';
import type { ConsoleState } from '../../store/state.ts';
import { writesUnderWay } from '../../store/writes/own-writes.ts';
import { closes, type Dialog } from './dialog.ts';
import { textLines } from './line.ts';

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

import type { RequestLogEntry } from '../api/log-entry.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { clockTime } from '../lib/duration.ts';
import { printableLine } from '../lib/sanitize.ts';
import type { Tone } from '../resources/cell.ts';
import { showNotice } from '../state/activity.ts';
import { type Controller, update, withRemote } from '../state/controller.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../state/dialogs/dialog-stack.ts';
import type { DialogState } from '../state/dialogs/dialog-state.ts';
import { refusedInReplay } from '../state/replay-clock.ts';
import { asCurl } from '../state/request-log.ts';
import type { Dialog } from './dialog.ts';
import { type DialogLine, textLine, textLines } from './line.ts';

function opened(controller: Controller): void {
  withRemote(controller, (remote) => {
    const entries = remote.requests();
    update(controller, (state) => dialogOpened(state, { kind: 'requests', entries, at: 0, open: false }));
  });
}

const moves = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'requests', (dialog) => ({
      ...dialog,
      at: Math.max(0, Math.min(dialog.at + by, dialog.entries.length - 1)),
    })),
  );

function copied(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  const entry = top?.kind === 'requests' ? top.entries[top.at] : undefined;
  if (entry === undefined) return;
  controller.terminal.copy(asCurl(entry));
  update(controller, (state) =>
    showNotice(state, 'Copied as curl, with $SPOTDECK_TOKEN in place of the token.', 'good'),
  );
}

/** Goes back, for Esc, from the bodies of a request to the list, and from there to the panes. */
const back = transition((state) => {
  const top = topDialog(state);
  return top?.kind === 'requests' && top.open
    ? dialogChanged(state, 'requests', (dialog) => ({ ...dialog, open: false }))
    : dialogClosed(state);
});

const bindings: readonly Binding[] = [
  ...scrollBindings('requests', moves, { verb: 'Move', letters: true, hint: null }),
  {
    id: 'request-open',
    keys: ['Enter'],
    label: 'Request and response',
    hint: 'show',
    run: transition((state) => dialogChanged(state, 'requests', (dialog) => ({ ...dialog, open: !dialog.open }))),
  },
  { id: 'request-copy', keys: ['y'], label: 'Copy it as curl', hint: 'copy as curl', run: copied },
  {
    id: 'requests-again',
    keys: ['R', '@'],
    label: 'Show newer requests',
    hint: 'refresh',
    run: (controller) => {
      update(controller, dialogClosed);
      opened(controller);
    },
  },
  { id: 'close-requests', keys: ['Esc', 'q'], label: 'Back', hint: 'back', run: back },
];

/** Returns a line for each of the last requests, with both bodies of the open one. */
function linesOf({ entries, at, open }: DialogState<'requests'>, width: number): readonly DialogLine[] {
  if (entries.length === 0) return [textLine('No requests yet.', 'dim')];
  const entry = entries[at];
  if (open && entry !== undefined) return [...entryLines(entry, false), ...bodyLines(entry, width)];
  return entries.flatMap((requestLogEntry, n) => entryLines(requestLogEntry, n === at));
}

function entryLines(
  { method, path, status, startedAt, tookMs, bytes }: RequestLogEntry,
  cursor: boolean,
): readonly DialogLine[] {
  return [
    {
      kind: 'text',
      cursor,
      segments: [
        { text: ` ${clockTime(startedAt)}  `, tone: 'dim' },
        { text: String(status ?? 'none').padEnd(5), tone: toneOf(status) },
        { text: `${Math.round(tookMs)} ms`.padStart(8), tone: 'dim' },
        { text: `${sizeOf(bytes).padStart(9)}  `, tone: 'dim' },
        { text: method.padEnd(7), tone: method === 'GET' ? 'plain' : 'accent' },
        { text: printableLine(path) },
      ],
    },
  ];
}

function bodyLines({ sent, answer }: RequestLogEntry, width: number): readonly DialogLine[] {
  const part = (title: string, text: string): readonly DialogLine[] => [
    textLine(title, 'strong'),
    ...text.split('\n').flatMap((line) => textLines(line, width)),
  ];
  return [
    ...(sent === null ? [] : part('Sent', printableLine(sent))),
    ...(answer === null
      ? [textLine('The response may contain a secret, so it is not kept.', 'dim')]
      : part('Answered', answer === '' ? 'nothing' : answer)),
  ];
}

function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

const sizeOf = (bytes: number): string => (bytes < 10_000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`);

export const requests: Dialog<'requests'> = {
  kind: 'requests',
  openFrom: {
    id: 'requests',
    keys: ['@'],
    label: 'Request log: recent requests, their answers and durations',
    searchWords: [
      'faults',
      'errors',
      'log',
      'logs',
      'request',
      'requests',
      'failures',
      'http',
      'curl',
      'debug',
      'latency',
    ],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedInReplay(state, 'no request is sent.'),
    run: opened,
  },
  title: () => 'Request log',
  lines: (_, own, { width }) => linesOf(own, width),
  box: () => ({ width: 100 }),
  helpTitle: 'Request log',
  bindings,
};

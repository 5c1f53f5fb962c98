import type { RequestLogEntry } from '../../api/log-entry.ts';
import { clockTime } from '../../lib/duration.ts';
import { printableLine } from '../../lib/sanitize.ts';
import type { Tone } from '../../resources/cell.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { nextTab } from '../../store/panes/tabs.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import { asCurl, isInPart, REQUEST_PARTS, type RequestPart } from '../../store/request-log.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import type { Dialog } from './dialog.ts';
import { type DialogLine, sentToClipboard, tabLine, textLine, textLines } from './line.ts';

function openRequests(controller: Controller, part: RequestPart): void {
  withRemote(controller, (remote) => {
    const entries = remote.requests();
    update(controller, (state) => dialogOpened(state, { kind: 'requests', entries, part, at: 0, open: false }));
  });
}

const shownIn = ({ entries, part }: DialogState<'requests'>): readonly RequestLogEntry[] =>
  entries.filter((entry) => isInPart(entry, part));

const moves = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'requests', (dialog) => ({
      ...dialog,
      at: Math.max(0, Math.min(dialog.at + by, shownIn(dialog).length - 1)),
    })),
  );

/** The cursor stays on its request if the part has it. */
function partShown(dialog: DialogState<'requests'>, part: RequestPart): DialogState<'requests'> {
  const selected = shownIn(dialog)[dialog.at];
  const next = { ...dialog, part, open: false };
  return { ...next, at: Math.max(0, selected === undefined ? 0 : shownIn(next).indexOf(selected)) };
}

function copyAsCurl(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  const entry = top?.kind === 'requests' ? shownIn(top)[top.at] : undefined;
  if (entry === undefined) return;
  controller.terminal.copy(asCurl(entry));
  const how = ' as curl, with $SPOTDECK_TOKEN in place of the token';
  update(controller, (state) => showNotice(state, sentToClipboard('', how)));
}

/** From the bodies to the list, and from there to the panes. */
const back = transition((state) => {
  const top = topDialog(state);
  return top?.kind === 'requests' && top.open
    ? dialogChanged(state, 'requests', (dialog) => ({ ...dialog, open: false }))
    : dialogClosed(state);
});

const showPartBeside = (by: 1 | -1) =>
  transition((state) =>
    dialogChanged(state, 'requests', (dialog) => partShown(dialog, nextTab(REQUEST_PARTS, dialog.part, by))),
  );

const bindings: readonly Binding[] = [
  ...scrollBindings('requests', moves),
  {
    id: 'request-open',
    keys: ['Enter'],
    label: 'Request and response',
    hint: 'show',
    run: transition((state) => dialogChanged(state, 'requests', (dialog) => ({ ...dialog, open: !dialog.open }))),
  },
  { id: 'request-copy', keys: ['y'], label: 'Copy it as curl', hint: 'copy as curl', run: copyAsCurl },
  {
    id: 'requests-again',
    keys: ['Ctrl-r'],
    label: 'Show newer requests',
    hint: 'refresh',
    run: (controller) => {
      const top = topDialog(controller.store.getState());
      update(controller, dialogClosed);
      openRequests(controller, top?.kind === 'requests' ? top.part : 'all');
    },
  },
  {
    id: 'requests-next',
    keys: ['Right', 'Tab'],
    label: 'Next tab: all, changes, failures, lists that were read',
    hint: 'tabs',
    run: showPartBeside(1),
  },
  { id: 'requests-previous', keys: ['Left', 'Shift-Tab'], label: 'Previous tab', run: showPartBeside(-1) },
  { id: 'close-requests', keys: ['Esc', 'q'], label: 'Back', hint: 'back', run: back },
];

function linesOf(state: ConsoleState, own: DialogState<'requests'>, width: number): readonly DialogLine[] {
  const { at, open, part } = own;
  const shown = shownIn(own);
  const entry = shown[at];
  if (open && entry !== undefined) return [...entryLines(entry, false, state.now), ...bodyLines(entry, width)];
  const none = part === 'all' ? 'No requests yet.' : `No ${part} yet.`;
  return [
    partsLine(own),
    ...(shown.length === 0 ? [textLine(none, 'dim')] : []),
    ...shown.flatMap((requestLogEntry, n) => entryLines(requestLogEntry, n === at, state.now)),
  ];
}

/** Each with the number of its requests. */
function partsLine({ entries, part: shown }: DialogState<'requests'>): DialogLine {
  const titles = REQUEST_PARTS.map((part) => `${part} ${entries.filter((entry) => isInPart(entry, part)).length}`);
  return tabLine(titles, REQUEST_PARTS.indexOf(shown));
}

/** With the date of another day: changes are kept for the whole run. */
function timeOf(at: number, now: number): string {
  if (at >= new Date(now).setHours(0, 0, 0, 0)) return clockTime(at);
  const [, month = '', day = ''] = new Date(at).toDateString().split(' ');
  return `${month} ${day} ${clockTime(at)}`;
}

function entryLines(
  { method, path, status, startedAt, tookMs, bytes }: RequestLogEntry,
  cursor: boolean,
  now: number,
): readonly DialogLine[] {
  return [
    {
      kind: 'text',
      cursor,
      segments: [
        { text: ` ${timeOf(startedAt, now)}  `, tone: 'dim' },
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
  page: () => null,
  openFrom: {
    id: 'requests',
    keys: [],
    label: 'Request log: changes, failures and recent reads, with their answers',
    names: ['requests', '@'],
    formerly: { keys: ['@'] },
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
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'no request is sent.'),
    run: (controller) => openRequests(controller, 'all'),
  },
  title: (_, { part }) => (part === 'all' ? 'Request log' : `Request log: ${part}`),
  lines: (state, own, { width }) => linesOf(state, own, width),
  box: ({ open }) => ({ width: 'whole', fixed: open ? 0 : 1 }),
  helpTitle: 'Request log',
  bindings,
};

import { selectedEditor } from '../../lib/text-buffer.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { connectionFormOpened } from '../../store/dialogs/sign-in.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, type Press, transition } from '../keys/binding.ts';
import type { Dialog, Room } from './dialog.ts';
import { blankLine, type DialogLine, textLines } from './line.ts';

const HELP_TITLE = 'First run';
const SHORT = 'A console for GPU fleets on a compute spot market.';
const WHAT = `${SHORT} It shows bids, instances, volumes and keys as they change.`;

/** Its binding has the same id. */
type Choice = Pick<Binding, 'id' | 'label' | 'run'> & { readonly key: string; readonly about: string };

const choices: readonly Choice[] = [
  {
    id: 'open-demo',
    key: 'd',
    label: 'Open the demo',
    about: 'No account needed: a market inside this program.',
    run: ({ firstRun }) => firstRun?.openDemo(),
  },
  {
    id: 'connect',
    key: 'c',
    label: 'Connect to a service',
    about: 'Its address, a project and a token are tried first.',
    run: transition(connectionFormOpened),
  },
];

const moved = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'first-run', (own) => ({ ...own, at: (own.at + by + choices.length) % choices.length })),
  );

function runSelected(controller: Controller, press: Press): void {
  const top = topDialog(controller.store.getState());
  if (top?.kind === 'first-run') choices[top.at]?.run(controller, press);
}

const bindings: readonly Binding[] = [
  { id: 'first-run-down', keys: ['Down', 'j', 'Tab'], label: 'Next choice', run: moved(1) },
  { id: 'first-run-up', keys: ['Up', 'k', 'Shift-Tab'], label: 'Previous choice', run: moved(-1) },
  { id: 'first-run-choose', keys: ['Enter'], label: 'Take the selected choice', hint: 'choose', run: runSelected },
  ...choices.map(({ id, key, label, run }): Binding => ({ id, keys: [key], label, run })),
  {
    id: 'first-run-help',
    keys: ['?'],
    label: 'Help: these keys; without the search, all keys',
    hint: 'help',
    run: (controller) =>
      update(controller, (state) =>
        dialogOpened(state, { kind: 'help', editor: selectedEditor(HELP_TITLE.toLowerCase()), at: 0 }),
      ),
  },
  {
    id: 'first-run-to-shell',
    keys: ['Ctrl-z'],
    label: 'Go to the shell; fg comes back',
    run: ({ terminal }) => terminal.toShell(),
  },
  { id: 'first-run-quit', keys: ['q', 'Esc'], label: 'Quit', hint: 'quit', run: ({ terminal }) => terminal.quit() },
];

/** Choices with an explanation. */
const DETAILS = ['all', 'selected', 'none'] as const;

/** The most detailed lines with room. */
function linesOf(state: ConsoleState, own: DialogState<'first-run'>, room: Room): readonly DialogLine[] {
  const [all = [], ...shorter] = DETAILS.map((details) => linesWith(state, own, room, details));
  return [all, ...shorter].find((lines) => lines.length <= room.height) ?? shorter.at(-1) ?? all;
}

function linesWith(
  { glyphs }: ConsoleState,
  { at }: DialogState<'first-run'>,
  { width }: Room,
  details: (typeof DETAILS)[number],
): readonly DialogLine[] {
  const gap = details === 'all' ? [blankLine] : [];
  return [
    ...textLines(details === 'all' ? WHAT : SHORT, width),
    ...choices.flatMap(({ id, key, label, about }, n): readonly DialogLine[] => {
      const isSelected = n === at;
      const shown = details === 'all' || (details === 'selected' && isSelected);
      return [
        ...gap,
        {
          kind: 'text',
          cursor: isSelected,
          click: id,
          segments: [
            { text: isSelected ? `${glyphs.into} ` : '  ', tone: 'accent' },
            { text: `${key}  `, tone: 'accent' },
            { text: label, tone: 'strong' },
          ],
        },
        ...(shown ? textLines(about, width - INDENT.length, 'dim').map((line) => indented(line, id)) : []),
      ];
    }),
  ];
}

const INDENT = ' '.repeat(5);

const indented = (line: DialogLine, click: string): DialogLine =>
  line.kind === 'text' ? { ...line, click, segments: [{ text: INDENT }, ...line.segments] } : line;

/** First screen of a console without a service. */
export const firstRun: Dialog<'first-run'> = {
  kind: 'first-run',
  title: () => 'Welcome to spotdeck',
  lines: linesOf,
  box: () => ({ width: 72 }),
  helpTitle: HELP_TITLE,
  bindings,
};

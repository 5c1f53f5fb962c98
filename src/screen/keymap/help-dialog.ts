import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { wrapped } from '../../lib/width.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, dialogOpened, isFirstRun, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { closes, type Dialog, oneLine } from '../dialogs/dialog.ts';
import { blankLine, type DialogLine, fieldLine, textLine } from '../dialogs/line.ts';
import { type Press, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { type HelpGroup, searchedGroups } from './help.ts';

/** The groups that the help shows now. */
type Groups = (state: ConsoleState) => readonly HelpGroup[];

const foundIn = (state: ConsoleState, groups: Groups, { editor }: DialogState<'help'>): readonly HelpGroup[] =>
  searchedGroups(groups(state), textIn(editor));

/** Largest width of the keys before what they do, in cells. */
const MOST_FOR_KEYS = 16;

/** The lines of the help; what the one under the cursor does is shown in full. */
function linesOf(groups: readonly HelpGroup[], at: number, room: number): readonly DialogLine[] {
  if (groups.length === 0) return [textLine('No matching key', 'dim')];
  const keysOf = ({ keys }: { readonly keys: readonly string[] }): string => keys.join(' ');
  const widest = Math.max(...groups.flatMap(({ lines }) => lines.map((line) => keysOf(line).length)));
  const width = Math.min(MOST_FOR_KEYS, widest) + 2;
  let next = 0;
  return groups.flatMap(({ title, lines }, n): readonly DialogLine[] => [
    ...(n === 0 ? [] : [blankLine]),
    textLine(title, 'strong'),
    ...lines.flatMap((line): readonly DialogLine[] => {
      const isSelected = next++ === at;
      const [first = '', ...more] = isSelected ? wrapped(line.does, Math.max(1, room - width - 2)) : [line.does];
      return [
        {
          kind: 'text',
          cursor: isSelected,
          segments: [{ text: `  ${keysOf(line).padEnd(width)}`, tone: 'accent' }, { text: first }],
        },
        ...more.map((text) => textLine(`${' '.repeat(width + 2)}${text}`)),
      ];
    }),
  ]);
}

/** Moves the cursor of the help, at most to its last line. */
function moved(state: ConsoleState, groups: Groups, by: number): ConsoleState {
  return dialogChanged(state, 'help', (help) => {
    const last = foundIn(state, groups, help).flatMap(({ lines }) => lines).length - 1;
    return { ...help, at: Math.max(0, Math.min(help.at + by, last)) };
  });
}

/** Runs the command under the cursor, or says why it can't be run from here. */
function chosen(controller: Controller, groups: Groups, press: Press): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'help') return;
  const shown = foundIn(state, groups, top);
  const line = shown.flatMap(({ title, lines }) => lines.map(({ run }) => ({ title, run })))[top.at];
  if (line === undefined) return;
  const { run, title } = line;
  if (run === null || isFirstRun(state)) {
    const why =
      run === null
        ? `It can't be done from here: it belongs to "${title}".`
        : 'Connect to a service or open the demo first.';
    update(controller, (now) => showNotice(now, why, 'warn'));
    return;
  }
  update(controller, dialogClosed);
  run(controller, press);
}

/** Help dialog: every key, searchable; Enter runs its command. */
export const createHelp = (groups: Groups): Dialog<'help'> => ({
  kind: 'help',
  openFrom: {
    id: 'help',
    keys: ['?'],
    label: 'Help: all keys, searchable; Enter runs one',
    searchWords: ['keys', 'shortcuts', 'bindings', 'hotkeys', 'manual', 'usage'],
    hint: 'help',
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'help', editor: textBufferOf(''), at: 0 })),
  },
  title: () => 'Keys',
  lines: (state, own, { width }) => [
    fieldLine('Search ', own.editor),
    ...linesOf(foundIn(state, groups, own), own.at, width),
  ],
  box: () => ({ width: 100, fixed: 1 }),
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, at: 0 }) },
  helpTitle: 'Help',
  bindings: [
    {
      id: 'help-run',
      keys: ['Enter'],
      label: 'Do it',
      hint: 'do it',
      run: (controller, press) => chosen(controller, groups, press),
    },
    ...scrollBindings('help', (by) => transition((state) => moved(state, groups, by)), {
      verb: 'Move',
      letters: false,
      hint: 'next',
    }),
    closes('help', ['Esc'], 'Close the help'),
  ],
});

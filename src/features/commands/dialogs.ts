import { clockTime, shortDuration } from '../../lib/duration.ts';
import type { TextBuffer } from '../../lib/text-buffer.ts';
import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { counted } from '../../lib/words.ts';
import type { Tone } from '../../resources/cell.ts';
import { closes, type Dialog, oneLine, type Room } from '../../screen/dialogs/dialog.ts';
import { type DialogLine, fieldLine, textLine, textLines } from '../../screen/dialogs/line.ts';
import { WIDEST } from '../../screen/dialogs/view.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { scrollBindings } from '../../screen/keys/scroll-bindings.ts';
import { type Controller, withRemote } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { linesFound, type Run, runsOf } from './runs.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    readonly runs: { readonly at: number };
    /** `fromEnd` is the number of lines scrolled back. */
    readonly output: { readonly id: number; readonly editor: TextBuffer; readonly fromEnd: number };
  }
}

const pointed = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'runs', (dialog) => ({
      ...dialog,
      at: Math.max(0, Math.min(dialog.at + by, runsOf(state).length - 1)),
    })),
  );

function openRun(state: ConsoleState): Run | undefined {
  const top = topDialog(state);
  if (top?.kind === 'runs') return runsOf(state)[top.at];
  return top?.kind === 'output' ? runsOf(state).find(({ id }) => id === top.id) : undefined;
}

function opened(state: ConsoleState): ConsoleState {
  const run = openRun(state);
  return run === undefined
    ? state
    : dialogOpened(state, { kind: 'output', id: run.id, editor: textBufferOf(''), fromEnd: 0 });
}

/** The output starts at its end and follows new lines there. */
const scrolled = (by: number) =>
  transition((state) => {
    const run = openRun(state);
    return dialogChanged(state, 'output', (dialog) => {
      const lines = run === undefined ? 0 : linesFound(run, textIn(dialog.editor)).length;
      return { ...dialog, fromEnd: Math.max(0, Math.min(dialog.fromEnd - by, lines - 1)) };
    });
  });

const stopped = (controller: Controller): void => {
  const run = openRun(controller.store.getState());
  if (run !== undefined) withRemote(controller, (remote) => remote.stopRun?.(run.id));
};

const isOver = (state: ConsoleState): string | null =>
  openRun(state)?.ended === null ? null : 'It has already ended.';

const runsBindings: readonly Binding[] = [
  ...scrollBindings('runs', pointed),
  { id: 'run-open', keys: ['Enter'], label: 'Output', hint: 'output', run: transition(opened) },
  { id: 'run-stop', keys: ['x'], label: 'End it', hint: 'end it', disabled: isOver, run: stopped },
  closes('runs', ['Esc', 'q'], 'Back'),
];

const outputBindings: readonly Binding[] = [
  ...scrollBindings('output', scrolled, { verb: 'Scroll', letters: false, hint: 'scroll' }),
  {
    id: 'output-stop',
    keys: ['Ctrl-x'],
    label: 'End it',
    hint: 'end it',
    disabled: isOver,
    run: stopped,
  },
  closes('output', ['Esc'], 'Back'),
];

function runLines(state: ConsoleState, { at }: DialogState<'runs'>): readonly DialogLine[] {
  const { now, glyphs } = state;
  const runs = runsOf(state);
  if (runs.length === 0)
    return [textLine('Nothing has run yet. Define custom commands in the config file as [[commands]].', 'dim')];
  return runs.map((run, n): DialogLine => {
    const { tone, how } = standing(run, now, glyphs.busy);
    return {
      kind: 'text',
      cursor: n === at,
      segments: [
        { text: ` ${clockTime(run.startedAt)}  `, tone: 'dim' },
        { text: `${run.command}  `, tone: 'strong' },
        { text: `${run.row}  ` },
        { text: how, tone },
      ],
    };
  });
}

function standing(run: Run, now: number, busy: string): { readonly tone: Tone; readonly how: string } {
  if (run.ended === null) return { tone: 'busy', how: `${busy} runs for ${shortDuration(now - run.startedAt)}` };
  return { tone: run.ended.ok ? 'good' : 'bad', how: run.ended.how };
}

/** The output of a run from the scroll position on, filtered by the search. */
function outputLines(
  state: ConsoleState,
  { id, editor, fromEnd }: DialogState<'output'>,
  { width, height }: Room,
): readonly DialogLine[] {
  const { now, glyphs } = state;
  const run = runsOf(state).find((run) => run.id === id);
  if (run === undefined) return [textLine('This run is no longer kept.', 'dim')];
  const found = linesFound(run, textIn(editor));
  const shown = found.slice(0, Math.max(Math.min(found.length, 1), found.length - fromEnd));
  const { tone, how } = standing(run, now, glyphs.busy);
  const lines = shown.slice(-height).flatMap((line) => textLines(line === '' ? ' ' : line, width));
  return [
    fieldLine('Search ', editor),
    {
      kind: 'text',
      segments: [
        { text: how, tone },
        {
          text: `  ${run.cut ? 'the last ' : ''}${counted(found.length, 'line')}`,
          tone: 'dim',
        },
      ],
    },
    ...(found.length === 0 ? [textLine(run.lines.length === 0 ? 'No output.' : 'No matching line.', 'dim')] : []),
    ...lines.slice(-Math.max(1, height - 2)),
  ];
}

export const runs: Dialog<'runs'> = {
  kind: 'runs',
  page: () => null,
  openFrom: {
    id: 'runs',
    keys: [],
    label: 'Custom commands: runs and their output',
    names: ['runs', '&'],
    formerly: { keys: ['&'] },
    searchWords: ['commands', 'scripts', 'plugins', 'output'],
    hint: null,
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'runs', at: 0 })),
  },
  title: () => 'Custom commands',
  lines: runLines,
  box: () => ({ width: 'whole' }),
  helpTitle: 'Custom command runs',
  bindings: runsBindings,
};

export const output: Dialog<'output'> = {
  kind: 'output',
  title: (state, own) => {
    const shown = runsOf(state).find(({ id }) => id === own.id);
    return shown === undefined ? 'Output' : `${shown.command} on ${shown.row}`;
  },
  lines: outputLines,
  box: () => ({ width: WIDEST }),
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, fromEnd: 0 }) },
  helpTitle: 'Custom command output',
  bindings: outputBindings,
};

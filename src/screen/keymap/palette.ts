import { textBufferOf } from '../../lib/text-buffer.ts';
import { widthOf } from '../../lib/width.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { closes, type Dialog, oneLine } from '../dialogs/dialog.ts';
import { type DialogLine, fieldLine, textLine } from '../dialogs/line.ts';
import { screenOf } from '../dialogs/screen.ts';
import { type Binding, type Press, transition } from '../keys/binding.ts';
import type { Entry } from '../keys/entry.ts';

/** The entries of the palette. */
type Entries = (state: ConsoleState) => readonly Entry[];

/** Largest number of remembered choices. */
const MAX_RECENT = 12;

function entryRemembered(state: ConsoleState, label: string): ConsoleState {
  const others = state.recent.filter((other) => other !== label);
  return { ...state, recent: [label, ...others].slice(0, MAX_RECENT) };
}

function moved(state: ConsoleState, entries: Entries, by: number): ConsoleState {
  const count = entries(state).length;
  return dialogChanged(state, 'palette', (dialog) => ({
    ...dialog,
    at: count === 0 ? 0 : (dialog.at + by + count) % count,
  }));
}

function chosen(controller: Controller, entries: Entries, press: Press): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'palette') return;
  const entry = entries(state)[top.at];
  if (entry === undefined) return;
  if ('types' in entry) {
    update(controller, (now) =>
      dialogChanged(now, 'palette', (palette) => ({ ...palette, editor: textBufferOf(entry.types), at: 0 })),
    );
    return;
  }
  update(controller, (now) => dialogClosed(entryRemembered(now, entry.label)));
  entry.run(controller, press);
}

const bindingsFor = (entries: Entries): readonly Binding[] => [
  {
    id: 'palette-next',
    keys: ['Down', 'Ctrl-n', 'Tab'],
    label: 'Next',
    hint: 'next',
    run: transition((state) => moved(state, entries, 1)),
  },
  {
    id: 'palette-previous',
    keys: ['Up', 'Ctrl-p', 'Shift-Tab'],
    label: 'Previous',
    hint: null,
    run: transition((state) => moved(state, entries, -1)),
  },
  {
    id: 'palette-run',
    keys: ['Enter'],
    label: 'Do it, or go there',
    hint: 'do it',
    run: (controller, press) => chosen(controller, entries, press),
  },
  closes('palette', ['Esc'], 'Close the palette'),
];

function entryLine({ label, note }: Entry, cursor: boolean, width: number): DialogLine {
  const gap = Math.max(1, width - widthOf(label) - widthOf(note) - 1);
  return {
    kind: 'text',
    cursor,
    segments: [{ text: ` ${label}`, tone: 'strong' }, { text: ' '.repeat(gap) }, { text: note, tone: 'dim' }],
  };
}

/** Palette dialog: every command, pane and row by name. */
export const createPalette = (entries: Entries): Dialog<'palette'> => ({
  kind: 'palette',
  openFrom: {
    id: 'palette',
    keys: [':'],
    label: 'Command palette: every action, pane and row by name',
    hint: 'palette',
    scope: 'everywhere',
    run: (controller) => {
      for (const { paletteOpens } of screenOf(controller.store.getState()).parts) paletteOpens?.(controller);
      update(controller, (state) => dialogOpened(state, { kind: 'palette', editor: textBufferOf(''), at: 0 }));
    },
  },
  title: () => 'Palette',
  lines: (state, { editor, at }, { width }) => {
    const lines = entries(state).map((entry, n) => entryLine(entry, n === at, width));
    return [fieldLine(': ', editor), ...(lines.length === 0 ? [textLine(' No matches', 'dim')] : lines)];
  },
  box: () => ({ width: 100, fixed: 1 }),
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, at: 0 }) },
  helpTitle: 'Palette',
  bindings: bindingsFor(entries),
});

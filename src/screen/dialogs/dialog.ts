import type { TextBuffer } from '../../lib/text-buffer.ts';
import type { Tone } from '../../resources/cell.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Controller, Transition } from '../../store/controller.ts';
import type { DialogKind, DialogState, RowRef } from '../../store/dialog-state.ts';
import { dialogClosed } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, type PaneBinding, transition } from '../keys/binding.ts';
import type { DialogLine, FootLine } from './line.ts';

/** In cells. */
export type Room = { readonly width: number; readonly height: number };

/** `most`: UTF-16 units. */
export type TextInFocus = { readonly editor: TextBuffer; readonly lines: 'one' | 'several'; readonly most: number };

/** `words`: searched, named or confirmed; `value`: a token or a key; `text`: several lines. */
export const MOST_TYPED = { words: 4096, value: 50_000, text: 1_000_000 } as const;

/** Bindings of one situation, and their title in the help. */
export type KeyGroup = { readonly helpTitle: string; readonly bindings: readonly Binding[] };

/** It scrolls round the cursor unless `top` is given. */
export type DialogBox = {
  /** In cells; `whole` covers all panes. */
  readonly width?: number | 'whole';
  readonly tone?: Tone;
  /** Its upper edge stays as it is for so many lines. */
  readonly placedFor?: number;
  /** Lines at the top without scrolling. */
  readonly fixed?: number;
  /** Index of the first line. */
  readonly top?: number;
};

/** A kind of dialog: input, hints, help, palette and drawing read this record. */
export type Dialog<Kind extends DialogKind> = KeyGroup & {
  readonly kind: Kind;
  /** Opens it from the panes. */
  readonly openFrom?: PaneBinding;
  readonly title: (state: ConsoleState, own: DialogState<Kind>, room: Room) => string;
  readonly lines: (state: ConsoleState, own: DialogState<Kind>, room: Room) => readonly DialogLine[];
  readonly box?: (own: DialogState<Kind>) => DialogBox;
  /** Explains a mark in the lines. */
  readonly legend?: (state: ConsoleState, own: DialogState<Kind>) => string;
  /** It replaces the foot of the screen and has no box. The mouse then works on the panes, after this transition. */
  readonly foot?: {
    readonly clickedBeside: Transition;
    /** Any other key closes the menu. */
    readonly closesWithOtherKeys?: true;
    readonly lines?: (state: ConsoleState, own: DialogState<Kind>) => readonly FootLine[];
  };
  readonly textField?: TextFieldOf<Kind>;
  /** A page, no question or form: the keys of every pane work in it, and those of its row if it has one. */
  readonly page?: (own: DialogState<Kind>) => RowRef | null;
  /** Depend on the state; they come before its own. */
  readonly bindingsNow?: (state: ConsoleState, own: DialogState<Kind>) => readonly Binding[];
  /** Steps with other bindings. */
  readonly steps?: readonly (KeyGroup & { readonly when: (own: DialogState<Kind>) => boolean })[];
  /** Its question, identified by its object in the state. */
  readonly question?: (own: DialogState<Kind>) => object | null;
  /** An answer closes it: text typed on after it is for no pane. */
  readonly awaitsAnswer?: (own: DialogState<Kind>) => boolean;
  /** Lost if the program ended now. */
  readonly unsaved?: (own: DialogState<Kind>) => string | null;
};

type TextFieldOf<Kind extends DialogKind> = {
  /** Null while printable keys are commands. */
  readonly text: (own: DialogState<Kind>) => TextInFocus | null;
  readonly typed: (own: DialogState<Kind>, editor: TextBuffer, state: ConsoleState) => DialogState<Kind>;
  /** Updates everything computed from the text. */
  readonly follow?: (state: ConsoleState, own: DialogState<Kind>) => ConsoleState;
};

/** A kind without a record does not compile. */
export type Dialogs = { readonly [Kind in DialogKind]: Dialog<Kind> };

/** For a dialog with one line, always in focus. */
export const oneLine = ({ editor }: { readonly editor: TextBuffer }): TextInFocus => ({
  editor,
  lines: 'one',
  most: MOST_TYPED.words,
});

export const closes = (dialog: DialogKind, keys: readonly string[], label: string): Binding => ({
  id: `close-${dialog}`,
  keys,
  label,
  hint: 'close',
  run: transition(dialogClosed),
});

/** `at`: the index of its selected item, or of its first line in a tab without items. */
export type RowPage = DialogState<'row-page'>;

export type RowTab = {
  readonly id: string;
  readonly title: string;
  /** The lowest number first. */
  readonly order: number;
  /** Whether the rows of a pane have it. */
  readonly isOf: (pane: PaneName) => boolean;
  /** Shows it, and opens the page. */
  readonly openFrom?: Omit<PaneBinding, 'scope' | 'run' | 'disabled'>;
  /** Panes with rows that begin with it. */
  readonly first?: readonly PaneName[];
  readonly lines: (state: ConsoleState, page: RowPage, room: Room) => readonly DialogLine[];
  /** Number of items for the cursor; without it the lines scroll. */
  readonly items?: (state: ConsoleState, page: RowPage) => number;
  /** Moves its own cursor. */
  readonly move?: (state: ConsoleState, page: RowPage, by: number) => RowPage;
  readonly bindings: readonly Binding[];
  /** Reads its data. */
  readonly shown?: (controller: Controller, row: RowRef) => void;
  /** After the name of the row in the title. */
  readonly titleWords?: (state: ConsoleState, page: RowPage) => string;
};

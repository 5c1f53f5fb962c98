import type { TextBuffer } from '../../lib/text-buffer.ts';
import type { Tone } from '../../resources/cell.ts';
import type { Transition } from '../../store/controller.ts';
import type { DialogKind, DialogState, RowRef } from '../../store/dialog-state.ts';
import { dialogClosed } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, type PaneBinding, transition } from '../keys/binding.ts';
import type { DialogLine, FootLine } from './line.ts';

/** Size available to the lines of a dialog, in cells. */
export type Room = { readonly width: number; readonly height: number };

/** Text with the cursor, whether it may have several lines, and the most characters that it may have, in UTF-16 units. */
export type TextInFocus = { readonly editor: TextBuffer; readonly lines: 'one' | 'several'; readonly most: number };

/** Most characters of what is searched for, named or confirmed; of a value, which may be a token or a key; and of a text of several lines. */
export const MOST_TYPED = { words: 4096, value: 50_000, text: 1_000_000 } as const;

/** Bindings that are active at the same time, and their title in the help. */
export type KeyGroup = { readonly helpTitle: string; readonly bindings: readonly Binding[] };

/** Appearance of a dialog's box, and its scroll position: round the cursor unless `top` is given. */
export type DialogBox = {
  /** Largest width of the box, in cells; `whole` covers all panes. */
  readonly width?: number | 'whole';
  readonly tone?: Tone;
  /** Number of lines that its upper edge is placed for: with fewer it does not move down. */
  readonly placedFor?: number;
  /** Number of lines at the top that do not scroll. */
  readonly fixed?: number;
  /** Index of the first line shown. */
  readonly top?: number;
};

/** Complete description of a kind of dialog: input, hints, help, palette and drawing read this record. */
export type Dialog<Kind extends DialogKind> = KeyGroup & {
  readonly kind: Kind;
  /** Binding that opens it from the panes; absent when another dialog or an action of a resource opens it. */
  readonly openFrom?: PaneBinding;
  readonly title: (state: ConsoleState, own: DialogState<Kind>, room: Room) => string;
  readonly lines: (state: ConsoleState, own: DialogState<Kind>, room: Room) => readonly DialogLine[];
  readonly box?: (own: DialogState<Kind>) => DialogBox;
  /** Explains a mark in the lines, in the lower line of the box. */
  readonly legend?: (state: ConsoleState, own: DialogState<Kind>) => string;
  /**
   * Set when it replaces the foot of the screen and has no box: its lines, and below them its text field, if it has one. The mouse then
   * works on the panes; a click there first applies this transition.
   */
  readonly foot?: {
    readonly clickedBeside: Transition;
    /** Set on a menu: a key that is none of its letters closes it and does nothing else. */
    readonly closesWithOtherKeys?: true;
    readonly lines?: (state: ConsoleState, own: DialogState<Kind>) => readonly FootLine[];
  };
  readonly textField?: TextFieldOf<Kind>;
  /**
   * Set on a page, which is neither a question nor a form: the keys of every pane work in it, and those of the row that it shows, if it shows
   * one. A first tap waits in the foot for its second.
   */
  readonly page?: (own: DialogState<Kind>) => RowRef | null;
  /** Bindings that depend on what it shows; they come before its own. */
  readonly bindingsNow?: (state: ConsoleState, own: DialogState<Kind>) => readonly Binding[];
  /** Steps with other bindings, each active while `when` holds. */
  readonly steps?: readonly (KeyGroup & { readonly when: (own: DialogState<Kind>) => boolean })[];
  /** The question it puts to the operator, identified by its object in the state; null without one. */
  readonly question?: (own: DialogState<Kind>) => object | null;
  /** Whether it closes by itself when an answer comes, and takes no text until then: what is typed on after that is for no pane. */
  readonly awaitsAnswer?: (own: DialogState<Kind>) => boolean;
  /** What would be lost if the program ended now; null when nothing would. */
  readonly unsaved?: (own: DialogState<Kind>) => string | null;
};

/** Text field of a kind of dialog. */
type TextFieldOf<Kind extends DialogKind> = {
  /** The text that printable keys edit; null while they are commands. */
  readonly text: (own: DialogState<Kind>) => TextInFocus | null;
  readonly typed: (own: DialogState<Kind>, editor: TextBuffer, state: ConsoleState) => DialogState<Kind>;
  /** Updates what depends on the new text. */
  readonly follow?: (state: ConsoleState, own: DialogState<Kind>) => ConsoleState;
};

/** Table of all dialogs: a kind without a record does not compile. */
export type Dialogs = { readonly [Kind in DialogKind]: Dialog<Kind> };

/** The text of a dialog with one line of text that always has the focus. */
export const oneLine = ({ editor }: { readonly editor: TextBuffer }): TextInFocus => ({
  editor,
  lines: 'one',
  most: MOST_TYPED.words,
});

/** A binding that closes the dialog on top. */
export const closes = (dialog: DialogKind, keys: readonly string[], label: string): Binding => ({
  id: `close-${dialog}`,
  keys,
  label,
  hint: 'close',
  run: transition(dialogClosed),
});

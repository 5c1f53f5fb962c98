import { type Binding, type PaneBinding, transition } from '../keys/binding.ts';
import type { Editor } from '../lib/text-buffer.ts';
import type { Tone } from '../resources/cell.ts';
import type { Transition } from '../state/controller.ts';
import type { Question } from '../state/dialogs/armed-action.ts';
import { dialogClosed } from '../state/dialogs/dialog-stack.ts';
import type { DialogKind, DialogState } from '../state/dialogs/dialog-state.ts';
import type { ConsoleState } from '../state/state.ts';
import type { DialogLine } from './line.ts';

/** Room for the lines of a dialog, in cells. */
export type Room = { readonly width: number; readonly height: number };

/** The text that has the cursor, and whether it may have several lines. */
export type TextInFocus = { readonly editor: Editor; readonly lines: 'one' | 'several' };

/** Keys that count together, and their title in the help. */
export type KeyGroup = { readonly helpTitle: string; readonly bindings: readonly Binding[] };

/** How the box of a dialog looks, and which lines it shows when not all fit: those round the cursor unless `top` is given. */
export type DialogBox = {
  /** The widest that the box gets, in cells. */
  readonly width?: number;
  readonly tone?: Tone;
  /** Lines at the top that stay while the others scroll. */
  readonly fixed?: number;
  /** The first line shown. */
  readonly top?: number;
};

/** Everything there is to know about a kind of dialog: input, hints, help, palette and drawing read this record. */
export type Dialog<Kind extends DialogKind> = KeyGroup & {
  readonly kind: Kind;
  /** The binding that opens it from the panes; absent when another dialog or an action of a resource does. */
  readonly openFrom?: PaneBinding;
  readonly title: (state: ConsoleState, own: DialogState<Kind>, room: Room) => string;
  readonly lines: (state: ConsoleState, own: DialogState<Kind>, room: Room) => readonly DialogLine[];
  readonly box?: (own: DialogState<Kind>) => DialogBox;
  /** Set when it takes the foot of the screen instead of a box: the mouse then works on the panes, after this change. */
  readonly foot?: { readonly clickedBeside: Transition };
  readonly textField?: TextFieldOf<Kind>;
  /** Steps with other keys, each while `when` holds. */
  readonly steps?: readonly (KeyGroup & { readonly when: (own: DialogState<Kind>) => boolean })[];
  /** What it asks the operator, by the object that says so; null while it asks nothing. */
  readonly question?: (own: DialogState<Kind>) => Question | null;
  /** Why the program should not end while it is open; null when it may. */
  readonly unsaved?: (own: DialogState<Kind>) => string | null;
};

/** The text field of a kind of dialog. */
type TextFieldOf<Kind extends DialogKind> = {
  /** The text that printable keys go to; null while they are commands. */
  readonly text: (own: DialogState<Kind>) => TextInFocus | null;
  readonly typed: (own: DialogState<Kind>, editor: Editor) => DialogState<Kind>;
  /** What else follows from the new text. */
  readonly follow?: (state: ConsoleState, own: DialogState<Kind>) => ConsoleState;
};

/** The table of all dialogs: a kind without a record does not compile. */
export type Dialogs = { readonly [Kind in DialogKind]: Dialog<Kind> };

/** The text of a dialog whose one line of text always has the focus. */
export const oneLine = ({ editor }: { readonly editor: Editor }): TextInFocus => ({ editor, lines: 'one' });

/** A binding that closes the dialog on top. */
export const closes = (dialog: DialogKind, keys: readonly string[], label: string): Binding => ({
  id: `close-${dialog}`,
  keys,
  label,
  hint: 'close',
  run: transition(dialogClosed),
});

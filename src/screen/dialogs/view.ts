import type { Tone } from '../../resources/cell.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import type { ConsoleState, Size } from '../../store/state.ts';
import type { Dialog, DialogBox, Room } from './dialog.ts';
import type { DialogLine } from './line.ts';
import { dialogOf } from './screen.ts';

/** The usual width of a dialog's box, in cells. */
const USUAL_WIDTH = 84;

/** The width of pictures and of a program's output, in cells. */
export const WIDEST = 140;

type BoxWidth = NonNullable<DialogBox['width']>;

export type DialogView = {
  readonly title: string;
  readonly lines: readonly DialogLine[];
  /** This line stays visible. */
  readonly at: number;
  readonly width: BoxWidth;
  readonly tone: Tone;
  readonly legend: string;
  /** The upper edge stays as it is for so many lines. */
  readonly placedFor: number;
};

/** The width of a dialog's content, in cells. */
export function dialogWidth(columns: number, width: BoxWidth = USUAL_WIDTH): number {
  return Math.max(20, (width === 'whole' ? columns : Math.min(columns - 2, width)) - 4);
}

/** The height of a dialog's content, in lines. */
export function dialogHeight(rows: number): number {
  return rows - 4;
}

/** In cells, with the border; `first`: index of the first line. */
export type BoxPlace = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly first: number;
};

/** Never taller than the screen; the line `at` stays visible. */
export function boxPlace(
  { columns, rows }: Size,
  lines: number,
  { at, width: widest, placedFor }: Pick<DialogView, 'at' | 'placedFor'> & { readonly width: BoxWidth | undefined },
): BoxPlace {
  const width = dialogWidth(columns, widest) + 4;
  const shown = widest === 'whole' ? dialogHeight(rows) : Math.max(1, Math.min(lines, dialogHeight(rows)));
  return {
    left: Math.max(0, Math.floor((columns - width) / 2)),
    top: Math.max(1, Math.floor((rows - Math.max(shown, Math.min(placedFor, dialogHeight(rows))) - 2) / 2)),
    width,
    height: shown + 2,
    first: Math.max(0, Math.min(at - Math.floor(shown / 2), lines - shown)),
  };
}

export function roomFor<Kind extends DialogKind>(
  { box }: Dialog<Kind>,
  { size }: ConsoleState,
  own: DialogState<Kind>,
): Room {
  return { width: dialogWidth(size.columns, box?.(own).width), height: dialogHeight(size.rows) };
}

/** A dialog with its own scrolling gets only its visible lines. */
export function viewOf<Kind extends DialogKind>(
  dialog: Dialog<Kind>,
  state: ConsoleState,
  own: DialogState<Kind>,
): DialogView {
  const room = roomFor(dialog, state, own);
  const { width = USUAL_WIDTH, tone = 'accent', fixed = 0, top, placedFor = 0 } = dialog.box?.(own) ?? {};
  const all = dialog.lines(state, own, room);
  const at = Math.max(0, all.findIndex(isInView));
  const view = {
    title: dialog.title(state, own, room),
    width,
    tone,
    legend: dialog.legend?.(state, own) ?? '',
    placedFor,
  };
  if (top === undefined && fixed === 0) return { ...view, lines: all, at };
  const page = Math.max(1, room.height - fixed);
  const first = top ?? at - fixed - Math.floor(page / 2);
  const from = fixed + Math.max(0, Math.min(first, all.length - fixed - page));
  return { ...view, lines: [...all.slice(0, fixed), ...all.slice(from, from + page)], at: 0 };
}

/** The last lines fill the room. */
export function scrolledTop<Kind extends DialogKind>(state: ConsoleState, own: DialogState<Kind>, top: number): number {
  const dialog = dialogOf(state, own);
  const room = roomFor(dialog, state, own);
  const { fixed = 0 } = dialog.box?.(own) ?? {};
  const page = Math.max(1, room.height - fixed);
  return Math.max(0, Math.min(top, dialog.lines(state, own, room).length - fixed - page));
}

const isInView = (line: DialogLine): boolean => line.inView ?? (line.kind === 'text' && line.cursor === true);

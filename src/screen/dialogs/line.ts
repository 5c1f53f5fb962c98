import type { TextBuffer } from '../../lib/text-buffer.ts';
import { toWidth, widthOf, wrapped } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import type { ConsoleState } from '../../store/state.ts';

/** Part of a line with one tone. */
export type Segment = {
  readonly text: string;
  readonly tone?: Tone;
  /** Whether the text changed recently. */
  readonly changed?: boolean;
  /** Whether a filter matches it. */
  readonly found?: boolean;
};

/** A click on a line of a dialog: the column of its text, counted from 0, and whether it is the second of a double click. */
export type LineClick = { readonly column: number };

/**
 * Line of a dialog: text, or a text field after a label. `inView`: stays visible when not all lines fit. `click`: what a click does,
 * by the id of a binding or as a change of the state.
 */
export type DialogLine = {
  readonly inView?: boolean;
  readonly click?: string | ((state: ConsoleState, click: LineClick) => ConsoleState);
} & (
  | { readonly kind: 'text'; readonly segments: readonly Segment[]; readonly cursor?: boolean }
  | {
      readonly kind: 'field';
      readonly label: readonly Segment[];
      readonly editor: TextBuffer;
      readonly mask?: boolean;
      /** Remark at the end of the line. */
      readonly after?: readonly Segment[];
    }
);

export const textLine = (text: string, tone: Tone = 'plain'): DialogLine => ({
  kind: 'text',
  segments: [{ text, tone }],
});

/** Part of a line in the foot of the screen; a click on it presses its key. */
export type FootPiece = Segment & { readonly key: string | null };
export type FootLine = readonly FootPiece[];

/** Wraps a text to lines of at most `width` cells. */
export const textLines = (text: string, width: number, tone?: Tone): readonly DialogLine[] =>
  wrapped(text, width).map((line) => textLine(line, tone));

/** What is being done since a time, with the seconds that have passed. */
export function busyLines(
  { glyphs, now }: Pick<ConsoleState, 'glyphs' | 'now'>,
  doing: string,
  since: number,
  width: number,
): readonly DialogLine[] {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return textLines(`${glyphs.busy} ${doing}${glyphs.more}${seconds === 0 ? '' : ` ${seconds} s`}`, width, 'busy');
}

export const blankLine: DialogLine = { kind: 'text', segments: [] };

export const fieldLine = (label: string, editor: TextBuffer): DialogLine => ({
  kind: 'field',
  label: [{ text: label, tone: 'accent' }],
  editor,
});

/** Marks the line at an index, or else the last one, to stay visible when not all lines fit. */
export const withInView = (lines: readonly DialogLine[], at: number): readonly DialogLine[] =>
  lines.map((line, n) => (n === Math.min(at, lines.length - 1) ? { ...line, inView: true } : line));

/** The glyph before a question: a dot until a key can answer it, then an arrow. */
export function questionSign({ answerable, glyphs }: ConsoleState, question: object | null): string {
  return answerable !== null && answerable === question ? glyphs.into : glyphs.dot;
}

/** The width of a line of segments, in cells. */
export function widthOfAll(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Lays items out one after the other, on as many lines of at most `width` cells as they need. */
export function inLines(items: readonly FootLine[], width: number): readonly FootLine[] {
  const lines: FootLine[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined || widthOfAll(last) + widthOfAll(item) > width) lines.push(item);
    else lines[lines.length - 1] = [...last, ...item];
  }
  return lines;
}

/** Columns of both sides of a frame and of the blanks beside them. */
export const FRAME_SIDES = 4;

/** Cuts or pads a line of segments to exactly `width` cells. */
export function fitAll(segments: readonly Segment[], width: number, mark: string): readonly Segment[] {
  const fitted: Segment[] = [];
  let room = width;
  for (const segment of segments) {
    if (room <= 0) break;
    const wide = widthOf(segment.text);
    fitted.push(wide <= room ? segment : { ...segment, text: toWidth(segment.text, room, 'left', mark) });
    room -= Math.min(wide, room);
  }
  return room > 0 ? [...fitted, { text: ' '.repeat(room) }] : fitted;
}

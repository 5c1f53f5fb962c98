import type { Editor } from '../lib/editor.ts';
import { toWidth, widthOf, wrapped } from '../lib/width.ts';
import type { Tone } from '../resources/resource.ts';

/** A piece of a line: a text and how it is to be seen. */
export type Segment = {
  readonly text: string;
  readonly tone?: Tone;
  /** Whether it is another text than a moment ago. */
  readonly changed?: boolean;
  /** Whether it is what a filter looks for. */
  readonly found?: boolean;
};

/** A line of a dialog: text, or a text field after a label. */
export type DialogLine =
  | { readonly kind: 'text'; readonly segments: readonly Segment[]; readonly cursor?: boolean }
  | { readonly kind: 'field'; readonly label: readonly Segment[]; readonly editor: Editor; readonly mask?: boolean };

export const textLine = (text: string, tone: Tone = 'plain'): DialogLine => ({
  kind: 'text',
  segments: [{ text, tone }],
});

/** A text as lines that are at most `width` cells wide. */
export const textLines = (text: string, width: number, tone?: Tone): readonly DialogLine[] =>
  wrapped(text, width).map((line) => textLine(line, tone));

export const blankLine: DialogLine = { kind: 'text', segments: [] };

/** The width of a line of segments in cells. */
export function widthOfAll(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** A line of segments exactly `width` cells wide: what is too long is cut, what is missing is blank. */
export function fitAll(segments: readonly Segment[], width: number, more: string): readonly Segment[] {
  const fitted: Segment[] = [];
  let room = width;
  for (const segment of segments) {
    if (room <= 0) break;
    const wide = widthOf(segment.text);
    fitted.push(wide <= room ? segment : { ...segment, text: toWidth(segment.text, room, 'left', more) });
    room -= Math.min(wide, room);
  }
  return room > 0 ? [...fitted, { text: ' '.repeat(room) }] : fitted;
}

import stringWidth from 'string-width';
import { forgettable, memoizeTexts, recentTexts } from './memoize.ts';
import { ONE_COLUMN_EACH } from './one-column.ts';

/** Texts longer than this, in UTF-16 units, are wider than any screen and are not measured. */
const MAX_MEASURED = 1024;

/** Longest visible character that is end whole, in UTF-16 units: families of emoji and flags are shorter. */
const MAX_JOINED = 32;

/** Width of one visible character, in columns. Cached, because the library is slow for each that is not ASCII. */
const columnsOf = memoizeTexts(stringWidth, 2000);

/**
 * The width of a text in terminal columns; CJK and emoji take two, combining marks none. For a
 * text too long for any screen it is the length: measuring a million characters takes seconds.
 */
export function widthOf(text: string): number {
  if (text.length > MAX_MEASURED || ONE_COLUMN_EACH.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemesOf(text)) columns += columnsOf(segment);
  return columns;
}

/**
 * Cuts a text to at most `width` columns, with `mark` (`…`) in place of the rest; never half
 * a character. Reads only the part that may be visible, however long the text is.
 */
export function cut(text: string, width: number, mark = '…'): string {
  const room = Math.max(0, width) - widthOf(mark);
  const beginning = text.slice(0, Math.max(0, width) + MAX_JOINED);
  if (ONE_COLUMN_EACH.test(beginning)) {
    if (text.length <= width) return text;
    return room < 0 ? '' : text.slice(0, room) + mark;
  }
  // The result must be short enough to be measured, including the mark.
  const visible = text.slice(0, Math.min((Math.max(0, width) + 1) * MAX_JOINED, MAX_MEASURED - mark.length));
  let end = 0;
  let used = 0;
  let isWhole = visible.length === text.length;
  for (const { segment, index } of graphemesOf(visible)) {
    used += columnsOf(segment);
    if (used <= room) end = index + segment.length;
    if (used > width) {
      isWhole = false;
      break;
    }
  }
  if (isWhole) return text;
  return room < 0 ? '' : text.slice(0, end) + mark;
}

export type Align = 'left' | 'right';

/** A text of exactly `width` columns: cut when longer, padded with blanks when shorter. */
export function toWidth(text: string, width: number, align: Align = 'left', mark = '…'): string {
  const shown = cut(text, width, mark);
  const blanks = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'right' ? blanks + shown : shown + blanks;
}

/**
 * A text of exactly `width` columns like `toWidth`, but when it is too long, what stands before its `end` is cut. Where the
 * end itself has no room, it is left out as a whole.
 */
export function toWidthBefore(end: string, text: string, width: number, align: Align = 'left', mark = '…'): string {
  if (end === '' || widthOf(text) <= width) return toWidth(text, width, align, mark);
  const head = text.slice(0, text.length - end.length).trimEnd();
  const room = width - widthOf(end);
  if (room < 0) return toWidth(head, width, align, mark);
  // One column for the blank before the end; a sign alone says less than the word that the mark would replace.
  return toWidth(room < 2 ? end : `${cut(head, room - 1, mark)} ${end}`, width, align, mark);
}

/** Longest drawn text of one line and of several, in UTF-16 units; copies and JSON have all of it. */
const MAX_DRAWN = { line: 1000, block: 4000 };

/** Cache of wrapped texts: what is on screen is wrapped in each frame. */
const wrappedLately = recentTexts<readonly string[]>(200);
forgettable(wrappedLately.forget);

/** A text as drawn with room for several lines: the number of cut characters follows it. */
export function shortened(text: string): string {
  const max = text.lastIndexOf('\n', MAX_DRAWN.line) < 0 ? MAX_DRAWN.line : MAX_DRAWN.block;
  const rest = text.length - max;
  return rest <= 0 ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}... and ${rest} more characters`;
}

/**
 * Wraps a text in lines of at most `width` columns, at blanks where there are any. Keeps line feeds and the
 * blanks at the beginning of a line. Wraps only the beginning of a text longer than a screen shows.
 */
export function wrapped(text: string, width: number): readonly string[] {
  const shown = shortened(text);
  const key = `${width} ${shown}`;
  const lines = wrappedLately.get(key) ?? wrappedWhole(shown, width);
  wrappedLately.set(key, lines);
  return lines;
}

/** Wraps all of a text that must be visible to its end, such as a secret. */
export function wrappedWhole(text: string, width: number): readonly string[] {
  return width <= 0 ? [] : text.split('\n').flatMap((paragraph) => wrappedLine(paragraph, width));
}

function wrappedLine(paragraph: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const [word] of paragraph.matchAll(/\s*\S+|\s+$/gu)) {
    const columns = widthOf(word);
    let rest = line + word;
    if (used + columns > width) {
      if (line !== '') {
        lines.push(line);
        rest = word.trimStart();
      }
      for (let head = cut(rest, width, ''); head !== rest && head !== ''; head = cut(rest, width, '')) {
        lines.push(head);
        rest = rest.slice(head.length);
      }
      used = widthOf(rest);
    } else used += columns;
    line = rest;
  }
  return [...lines, line];
}

let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into visible characters: an emoji of several parts is one. The segmenter is made by the first text that needs it,
 * because Node then loads Unicode data, which would delay every start.
 */
export function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

import stringWidth from 'string-width';
import { forgettable, memoizeTexts, recentTexts } from './memoize.ts';
import { ONE_COLUMN_EACH } from './one-column.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Texts longer than this, in UTF-16 units, are wider than any screen and are not measured. */
const MAX_MEASURED = 1024;

/** The longest character as people see it, in UTF-16 units, that is kept whole: families of emoji and flags are shorter. */
const MAX_JOINED = 32;

/** How many columns one character takes, as people see characters. The library takes its time for each that is no ASCII. */
const columnsOf = memoizeTexts(stringWidth, 2000);

/**
 * How many terminal columns a text takes; CJK and emoji take two, combining marks none. A text too long for any screen
 * counts as wide as it is long: measuring a million characters takes seconds.
 */
export function widthOf(text: string): number {
  if (text.length > MAX_MEASURED || ONE_COLUMN_EACH.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += columnsOf(segment);
  return columns;
}

/**
 * A text cut to at most `width` columns, with `mark` (`…`) in place of what was cut; never half a character. However long
 * the text is, only what may be seen of it is looked at.
 */
export function cut(text: string, width: number, mark = '…'): string {
  const room = Math.max(0, width) - widthOf(mark);
  const beginning = text.slice(0, Math.max(0, width) + MAX_JOINED);
  if (ONE_COLUMN_EACH.test(beginning)) {
    if (text.length <= width) return text;
    return room < 0 ? '' : text.slice(0, room) + mark;
  }
  // What comes of it can be measured, mark and all.
  const looked = text.slice(0, Math.min((Math.max(0, width) + 1) * MAX_JOINED, MAX_MEASURED - mark.length));
  let kept = 0;
  let used = 0;
  let isWhole = looked.length === text.length;
  for (const { segment, index } of graphemes.segment(looked)) {
    used += columnsOf(segment);
    if (used <= room) kept = index + segment.length;
    if (used > width) {
      isWhole = false;
      break;
    }
  }
  if (isWhole) return text;
  return room < 0 ? '' : text.slice(0, kept) + mark;
}

export type Align = 'left' | 'right';

/** A text that takes exactly `width` columns: cut when longer, filled with blanks when shorter. */
export function toWidth(text: string, width: number, align: Align = 'left', mark = '…'): string {
  const shown = cut(text, width, mark);
  const blanks = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'right' ? blanks + shown : shown + blanks;
}

/** As much of a text is drawn, in UTF-16 units, of one line and of several; all of it can be copied, and is in JSON. */
const MAX_DRAWN = { line: 1000, block: 4000 };

/** What is on screen is wrapped anew with each frame. */
const wrappedLately = recentTexts<readonly string[]>(200);
forgettable(wrappedLately.forget);

/** A text as it is drawn where it has room for several lines: what is too much is said as a number. */
export function shortened(text: string): string {
  const max = text.lastIndexOf('\n', MAX_DRAWN.line) < 0 ? MAX_DRAWN.line : MAX_DRAWN.block;
  const rest = text.length - max;
  return rest <= 0 ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}… and ${rest} more characters`;
}

/**
 * A text in lines of at most `width` columns, broken at blanks where there are any. Line feeds and the blanks
 * that a line begins with are kept. Of a text longer than a screen shows the beginning is wrapped.
 */
export function wrapped(text: string, width: number): readonly string[] {
  const shown = shortened(text);
  const key = `${width} ${shown}`;
  const lines = wrappedLately.get(key) ?? wrappedWhole(shown, width);
  wrappedLately.set(key, lines);
  return lines;
}

/** The same for what must be seen to its end, such as a secret. */
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

import stringWidth from 'string-width';
import { ONE_COLUMN_EACH } from './one-column.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many terminal columns a text takes; CJK and emoji take two, combining marks none. */
export function widthOf(text: string): number {
  return ONE_COLUMN_EACH.test(text) ? text.length : stringWidth(text);
}

/** A text cut to at most `width` columns, with `mark` (`…`) in place of what was cut; never half a character. */
export function cut(text: string, width: number, mark = '…'): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return '';
  const room = width - widthOf(mark);
  if (room < 0) return '';
  if (ONE_COLUMN_EACH.test(text)) return text.slice(0, room) + mark;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const columns = widthOf(segment);
    if (used + columns > room) break;
    kept += segment;
    used += columns;
  }
  return kept + mark;
}

export type Align = 'left' | 'right';

/** A text that takes exactly `width` columns: cut when longer, filled with blanks when shorter. */
export function toWidth(text: string, width: number, align: Align = 'left', mark = '…'): string {
  const shown = cut(text, width, mark);
  const blanks = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'right' ? blanks + shown : shown + blanks;
}

/**
 * A text in lines of at most `width` columns, broken at blanks where there are any. Line feeds and the blanks
 * that a line begins with are kept.
 */
export function wrapped(text: string, width: number): readonly string[] {
  return width <= 0 ? [] : text.split('\n').flatMap((paragraph) => wrappedLine(paragraph, width));
}

function wrappedLine(paragraph: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [word] of paragraph.matchAll(/\s*\S+|\s+$/gu)) {
    let rest = line + word;
    if (line !== '' && widthOf(rest) > width) {
      lines.push(line);
      rest = word.trimStart();
    }
    while (widthOf(rest) > width) {
      const head = cut(rest, width, '');
      if (head === '') break;
      lines.push(head);
      rest = rest.slice(head.length);
    }
    line = rest;
  }
  return [...lines, line];
}

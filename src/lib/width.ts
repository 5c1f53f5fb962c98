import stringWidth from 'string-width';
import { memoizeTexts } from './memoize.ts';
import { ONE_COLUMN_EACH } from './sanitize.ts';

/** Longer texts, in UTF-16 units, are wider than any screen. */
const MAX_MEASURED = 1024;

/** In UTF-16 units; families of emoji and flags are shorter. */
const MAX_JOINED = 32;

/** The library is slow for each character outside ASCII. */
const columnsOf = memoizeTexts(stringWidth, 2000);

/** The length if too long: measuring would take seconds. */
export function widthOf(text: string): number {
  if (text.length > MAX_MEASURED || ONE_COLUMN_EACH.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemesOf(text)) columns += columnsOf(segment);
  return columns;
}

/** Never half a character. Reads only the part possibly visible. */
export function cut(text: string, width: number, mark = '…'): string {
  const room = Math.max(0, width) - widthOf(mark);
  const beginning = text.slice(0, Math.max(0, width) + MAX_JOINED);
  if (ONE_COLUMN_EACH.test(beginning)) {
    if (text.length <= width) return text;
    return room < 0 ? '' : text.slice(0, room) + mark;
  }
  // Short enough to be measured, with the mark.
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

export function toWidth(text: string, width: number, align: Align = 'left', mark = '…'): string {
  const shown = cut(text, width, mark);
  const blanks = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'right' ? blanks + shown : shown + blanks;
}

/** As `toWidth`, but the `end` stays whole or goes as a whole. */
export function toWidthBefore(end: string, text: string, width: number, align: Align = 'left', mark = '…'): string {
  if (end === '' || widthOf(text) <= width) return toWidth(text, width, align, mark);
  const head = text.slice(0, text.length - end.length).trimEnd();
  const room = width - widthOf(end);
  if (room < 0) return toWidth(head, width, align, mark);
  // One column for the blank; a sign alone says less than a word.
  return toWidth(room < 2 ? end : `${cut(head, room - 1, mark)} ${end}`, width, align, mark);
}

/** In UTF-16 units; copies and JSON have all of it. */
const MAX_DRAWN = { line: 1000, block: 4000 };

const wrappedLately = memoizeTexts((key) => {
  const at = key.indexOf(' ');
  return wrappedWhole(key.slice(at + 1), Number(key.slice(0, at)));
}, 200);

/** As drawn, with the number of cut characters. */
export function shortened(text: string): string {
  const max = text.lastIndexOf('\n', MAX_DRAWN.line) < 0 ? MAX_DRAWN.line : MAX_DRAWN.block;
  const rest = text.length - max;
  return rest <= 0 ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}... and ${rest} more characters`;
}

/** Wraps a text to a width in cells, at blanks if possible. */
export function wrapped(text: string, width: number): readonly string[] {
  return wrappedLately(`${width} ${shortened(text)}`);
}

/** For a text needed to its end, such as a secret. */
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

/** An emoji of several parts is one. Made late: Node loads Unicode data. */
export function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

export type TableHeader = { readonly text: string; readonly align: 'left' | 'right' };

const WIDEST_CELL = 500;

export function textTable(headers: readonly TableHeader[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = [headers.map(({ text }) => text), ...rows].map((cells) =>
    cells.map((text) => cut(text, WIDEST_CELL, '...')),
  );
  const widths = headers.map((_, n) => Math.max(...lines.map((cells) => widthOf(cells[n] ?? ''))));
  return lines.map((cells) =>
    headers
      .map(({ align }, n) => toWidth(cells[n] ?? '', widths[n] ?? 0, align))
      .join('  ')
      .trimEnd(),
  );
}

/** A later step never replaces an earlier one, so a wider line shows no less. */
export function fittingSteps<Step>(
  steps: readonly Step[],
  room: number,
  widthWith: (taken: readonly Step[]) => number,
): readonly Step[] {
  const over = steps.findIndex((_, n) => widthWith(steps.slice(0, n + 1)) > room);
  return over < 0 ? steps : steps.slice(0, over);
}

import { ONE_COLUMN_EACH } from '../../../lib/sanitize.ts';
import { graphemesOf, widthOf } from '../../../lib/width.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with the escape character
const PIECE = /(\u001b\[[0-?]*[ -/]*[@-~])|[^\u001b]+|\u001b/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const RESET = /^\u001b\[0*[;m]/;

/** Letters of a width known to every terminal. */
const KNOWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u3011\uac00-\ud7a3\uff01-\uff9f]$/u;
const BORDERS: ReadonlySet<string> = new Set(['│', '┃', '|']);

/** `styles` are set before it. */
type Cell = {
  readonly text: string;
  readonly column: number;
  readonly width: number;
  readonly styles: readonly string[];
};

const toColumn = (column: number): string => `\u001b[${column + 1}G`;

/**
 * Terminals disagree on the width of some characters, such as joined emoji. After them the column is set again at the next text or border;
 * else everything would shift.
 */
export function withColumnsSet(line: string): string {
  if (ONE_COLUMN_EACH.test(line.replace(PIECE, (piece, sequence) => (sequence === undefined ? piece : ''))))
    return line;
  const { cells, after } = cellsOf(line);
  let written = '';
  let active: readonly string[] = [];
  const style = ({ styles }: Cell): string => {
    for (const one of styles) if (one.endsWith('m')) active = RESET.test(one) ? [one] : [...active, one];
    return styles.join('');
  };
  for (let at = 0; at < cells.length; ) {
    const cell = cells[at];
    if (cell === undefined) break;
    if (isKnown(cell.text)) {
      written += style(cell) + cell.text;
      at += 1;
      continue;
    }
    const { textEnd, gapEnd } = regionFrom(cells, at);
    const own = style(cell);
    const before = active.join('');
    const [region, gap] = [cells.slice(at, textEnd), cells.slice(textEnd, gapEnd)];
    const rest = region.slice(1);
    const blanks = [cell, ...rest, ...gap].map(
      (one, n) => (n === 0 ? '' : one.styles.join('')) + ' '.repeat(one.width),
    );
    const drawn = cell.text + rest.map((one) => style(one) + one.text).join('') + gap.map(style).join('');
    const start = `\u001b[0m${before}${toColumn(cell.column)}`;
    written += `${own}${blanks.join('')}${start}${drawn}`;
    const last = cells[gapEnd - 1] ?? cell;
    written += toColumn(last.column + last.width);
    at = gapEnd;
  }
  return written + after;
}

const isKnown = (text: string): boolean => ONE_COLUMN_EACH.test(text) || KNOWN.test(text);

/** The end of a text, before a gap or border, and the end of the gap. */
function regionFrom(cells: readonly Cell[], from: number): { readonly textEnd: number; readonly gapEnd: number } {
  const isBlank = (at: number): boolean => cells[at]?.text === ' ';
  let textEnd = from + 1;
  while (
    textEnd < cells.length &&
    !BORDERS.has(cells[textEnd]?.text ?? '') &&
    !(isBlank(textEnd) && isBlank(textEnd + 1))
  )
    textEnd += 1;
  let gapEnd = textEnd;
  while (isBlank(gapEnd)) gapEnd += 1;
  return { textEnd, gapEnd };
}

/** `after`: the styles after the last character. */
function cellsOf(line: string): { readonly cells: readonly Cell[]; readonly after: string } {
  const cells: Cell[] = [];
  let styles: readonly string[] = [];
  let column = 0;
  for (const [piece, sequence] of line.matchAll(PIECE)) {
    if (sequence !== undefined) {
      styles = [...styles, sequence];
      continue;
    }
    for (const { segment } of graphemesOf(piece)) {
      const width = widthOf(segment);
      cells.push({ text: segment, column, width, styles });
      styles = [];
      column += width;
    }
  }
  return { cells, after: styles.join('') };
}

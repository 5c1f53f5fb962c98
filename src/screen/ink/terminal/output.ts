import { memoizeTexts, recentTexts } from '../../../lib/memoize.ts';
import { ONE_COLUMN_EACH } from '../../../lib/one-column.ts';
import { withColumnsSet } from './set-columns.ts';

/** Active codes by the aspect that they set. */
type SgrState = { readonly [aspect: string]: string };

/** The style of a text: its codes, all of them in one text, and those that show on a blank. */
type Style = { readonly own: string; readonly onBlank: string; readonly codes: SgrState };

/** One column of a line. */
type Cell = { readonly text: string; readonly style: Style };

// biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with the escape character
const PIECE = /\u001b\[([\d;]*)m|[\s\S]/gu;
const RESET = '\u001b[0m';
/** Aspects that a blank shows without its ink. */
const ON_BLANK: readonly string[] = ['ground', 'inverse', 'under', 'strike'];
/** Aspects that show the ink of a blank. */
const SHOW_INK: readonly string[] = ['inverse', 'under', 'strike'];
const ON: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'under',
  7: 'inverse',
  9: 'strike',
};
const OFF: Readonly<Record<string, readonly string[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['under'],
  27: ['inverse'],
  29: ['strike'],
  39: ['ink'],
  49: ['ground'],
};

/** The code that ends each aspect. */
const OFF_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OFF).flatMap(([code, aspects]) => aspects.map((aspect) => [aspect, code])),
);

/** Number of unchanged columns that cost about as many bytes as moving the cursor past them; fewer are written again. */
const WORTH_A_MOVE = 6;

/**
 * The output that changes one frame into another, with the cursor in the last line before and after; null when they
 * differ in their number of lines. A line whose columns are unknown is written in full.
 */
export function frameChange(before: readonly string[], after: readonly string[], columns: number): string | null {
  if (before.length !== after.length) return null;
  const last = after.length - 1;
  let written = '';
  let at = last;
  for (const [y, line] of after.entries()) {
    const previous = before[y];
    if (previous === undefined || previous === line) continue;
    written += toLine(y - at) + (lineDiff(previous, line, columns) ?? `\u001b[2K${withColumnsSet(line)}`);
    at = y;
  }
  return at === last ? written : written + toLine(last - at);
}

/** Moves the cursor `down` lines down, or up when negative, to the first column. */
function toLine(down: number): string {
  if (down === 0) return '\r';
  return down > 0 ? `\u001b[${down}E` : `\u001b[${-down}F`;
}

/**
 * The output that changes one line of the screen into another, starting from its first column; null unless every
 * character of both takes one column. Unchanged columns are not written, also those after the change: Ink writes a line to
 * its end, and with two panes side by side that is usually the pane without changes.
 */
export function lineDiff(previous: string, next: string, columns: number): string | null {
  const before = cellsOf(previous);
  const after = cellsOf(next);
  if (before === null || after === null || before.length > columns || after.length > columns) return null;
  let written = '';
  let style = PLAIN;
  let at = 0;
  for (let n = 0; n < after.length; n++) {
    const cell = after[n];
    if (cell === undefined || same(before[n], cell)) continue;
    const behind = n - at;
    if (written !== '' && behind <= WORTH_A_MOVE) {
      for (const cell of after.slice(at, n)) add(cell);
    } else written += `\u001b[${n + 1}G`;
    add(cell);
    at = n + 1;
  }
  const blank = before.length > after.length;
  if (blank) {
    if (style.own !== PLAIN.own) written += RESET;
    return `${written}\u001b[${after.length + 1}G\u001b[K`;
  }
  return style.own === PLAIN.own ? written : written + RESET;

  function add({ text, style: wanted }: Cell): void {
    // A blank is as good in the ink of the text before it.
    if (!(text === ' ' && wanted.onBlank === style.onBlank)) {
      written += change(style, wanted);
      style = wanted;
    }
    written += text;
  }
}

/** Styles by their codes. */
const styleOf = memoizeTexts((own): Style => {
  const codes = sgrAfter({}, own) ?? {};
  const showsInk = SHOW_INK.some((aspect) => codes[aspect] !== undefined);
  return { own, codes, onBlank: showsInk ? own : ON_BLANK.flatMap((aspect) => codes[aspect] ?? []).join(';') };
}, 200);

const styled = (codes: SgrState): Style => styleOf(Object.values(codes).toSorted().join(';'));

const PLAIN = styled({});
/** Cell beyond the end of a line. */
const BLANK: Cell = { text: ' ', style: PLAIN };

function same(before: Cell | undefined, after: Cell): boolean {
  if (before === after) return true;
  const { text, style } = before ?? BLANK;
  if (after.text !== text) return false;
  return text === ' ' ? after.style.onBlank === style.onBlank : after.style.own === style.own;
}

/** The shortest sequence that turns a style into another one: it names no aspect that stays. */
function change(from: Style, to: Style): string {
  if (from.own === to.own) return '';
  if (to.own === PLAIN.own) return RESET;
  const anew = `\u001b[${['0', to.own].join(';')}m`;
  if (from.own === PLAIN.own) return `\u001b[${to.own}m`;
  const ended = Object.keys(from.codes).filter((aspect) => to.codes[aspect] === undefined);
  const off = new Set(ended.flatMap((aspect) => OFF_OF[aspect] ?? []));
  // What ends bold ends dim, too.
  const lost = [...off].flatMap((code) => OFF[code] ?? []);
  const on = Object.entries(to.codes).flatMap(([aspect, code]) =>
    from.codes[aspect] === code && !lost.includes(aspect) ? [] : [code],
  );
  const moved = `\u001b[${[...off, ...on].join(';')}m`;
  return moved.length < anew.length ? moved : anew;
}

/** Cells of recent lines. A screen has about fifty lines, and a key changes a few of them. */
const cellsOf = memoizeTexts(readCells, 60);

function readCells(line: string): readonly Cell[] | null {
  const cells: Cell[] = [];
  let codes: SgrState = {};
  let kind = cellsLike(PLAIN.own);
  for (const [text, changed] of line.matchAll(PIECE)) {
    if (changed !== undefined) {
      const next = sgrAfter(codes, changed);
      if (next === null) return null;
      codes = next;
      kind = cellsLike(styled(codes).own);
    } else {
      const cell = kind(text);
      if (cell === null) return null;
      cells.push(cell);
    }
  }
  return cells;
}

/** Shared cells: a screen has about seven thousand, with a few hundred different values. */
const cellsLike = memoizeTexts((own) => {
  const style = styleOf(own);
  const known = recentTexts<Cell | null>(300);
  return (text: string): Cell | null => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const cell = ONE_COLUMN_EACH.test(text) ? { text, style } : null;
    known.set(text, cell);
    return cell;
  };
}, 200);

/** The style after some codes; null when the console does not use one of them. */
function sgrAfter(sgr: SgrState, codes: string): SgrState | null {
  const next = new Map(Object.entries(sgr));
  const parts = (codes === '' ? '0' : codes).split(';');
  for (let n = 0; n < parts.length; n++) {
    const part = String(Number(parts[n]));
    const on = ON[part];
    const off = OFF[part];
    if (part === '0') next.clear();
    else if (on !== undefined) next.set(on, part);
    else if (off !== undefined) for (const aspect of off) next.delete(aspect);
    else if (/^(3|9)[0-7]$/.test(part)) next.set('ink', part);
    else if (/^(4|10)[0-7]$/.test(part)) next.set('ground', part);
    else if ((part === '38' || part === '48') && parts[n + 1] === '5' && parts[n + 2] !== undefined) {
      next.set(part === '38' ? 'ink' : 'ground', `${part};5;${parts[n + 2]}`);
      n += 2;
    } else return null;
  }
  return Object.fromEntries(next);
}

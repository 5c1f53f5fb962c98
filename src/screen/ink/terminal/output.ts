import { memoizeTexts, recentTexts } from '../../../lib/memoize.ts';
import { ONE_COLUMN_EACH } from '../../../lib/sanitize.ts';
import { withColumnsSet } from './set-columns.ts';

/** Codes of a style, by what they change. */
type SgrState = { readonly [aspect: string]: string };

/** `own`: all codes; `onBlank`: the codes visible on a blank. */
type Style = { readonly own: string; readonly onBlank: string; readonly codes: SgrState };

type Cell = { readonly text: string; readonly style: Style };

/** What begins a sequence that sets a style. */
const SGR = '\u001b[';
const CODES = /^[\d;]*$/;
const RESET = '\u001b[m';
/** Shown by a blank. */
const ON_BLANK: readonly string[] = ['ground', 'inverse', 'under', 'strike'];
/** Aspects that are visible on a blank. */
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

const OFF_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OFF).flatMap(([code, aspects]) => aspects.map((aspect) => [aspect, code])),
);

/** Output so far, and its style at the end. */
type Written = { readonly text: string; readonly style: Style };

/**
 * The output that changes one frame into another; null for another height. A frame as high as the screen leaves the cursor anywhere, a
 * lower frame in its last line.
 */
export function frameChange(
  before: readonly string[],
  after: readonly string[],
  columns: number,
  rows = 0,
): string | null {
  if (before.length !== after.length) return null;
  const last = after.length - 1;
  const fills = after.length === rows;
  let written: Written = { text: '', style: PLAIN };
  let at = fills ? null : last;
  for (const [y, line] of after.entries()) {
    const previous = before[y];
    if (previous === undefined || previous === line) continue;
    const way = wayTo(at, y, fills);
    const changed = lineChange(written, previous, line, columns, way) ?? {
      text: `${plainAfter(written)}${way(0)}\u001b[2K${withColumnsSet(line)}`,
      style: PLAIN,
    };
    // Styles written in another way look the same.
    if (changed.text !== written.text) at = y;
    written = changed;
  }
  const text = plainAfter(written);
  return fills || at === last ? text : text + toLine(last - (at ?? last));
}

const plainAfter = ({ text, style }: Written): string => text + change(style, PLAIN);

/** By the row of the screen if known and shorter. */
function wayTo(from: number | null, y: number, fills: boolean): (column: number) => string {
  return (column) => {
    const absolute = fills ? toCell(y, column) : null;
    const relative = from === null ? null : toLine(y - from) + toColumn(0, column);
    if (relative === null || absolute === null) return relative ?? absolute ?? '';
    return absolute.length < relative.length ? absolute : relative;
  };
}

const toCell = (y: number, column: number): string => `\u001b[${y + 1}${column === 0 ? '' : `;${column + 1}`}H`;

/** Up when negative; to the first column. */
function toLine(down: number): string {
  if (down === 0) return '\r';
  return `\u001b[${Math.abs(down) === 1 ? '' : Math.abs(down)}${down > 0 ? 'E' : 'F'}`;
}

/** By its number, in case the terminal draws a text too wide. */
const toColumn = (from: number, to: number): string => (from === to ? '' : `\u001b[${to + 1}G`);

/**
 * Null unless every character takes one column. Unchanged columns are skipped unless writing them is shorter: with two panes side by side,
 * one is usually unchanged.
 */
function lineChange(
  start: Written,
  previous: string,
  next: string,
  columns: number,
  way: (column: number) => string,
): Written | null {
  const before = cellsOf(previous);
  const after = cellsOf(next);
  if (before === null || after === null || before.length > columns || after.length > columns) return null;
  let written = start;
  /** Null before the cursor is in this line. */
  let at: number | null = null;
  for (let n = 0; n < after.length; n++) {
    const cell = after[n];
    if (cell === undefined || same(before[n], cell)) continue;
    const from = n;
    while (n < after.length && !same(before[n], after[n] ?? BLANK)) n += 1;
    written =
      at === null
        ? withCells({ ...written, text: written.text + way(from) }, after.slice(from, n))
        : withRun(written, after, { at, from, to: n });
    at = n;
  }
  if (before.length <= after.length) return written;
  const toEnd = at === null ? way(after.length) : toColumn(at, after.length);
  return { text: `${plainAfter(written)}${toEnd}\u001b[K`, style: PLAIN };
}

/** `at`: the cursor before it. */
type Run = { readonly at: number; readonly from: number; readonly to: number };

/** Moves past the unchanged columns or writes them again, whichever is shorter. */
function withRun({ text, style }: Written, cells: readonly Cell[], { at, from, to }: Run): Written {
  const way = toColumn(at, from);
  const moved = withCells({ text: way, style }, cells.slice(from, to));
  const again = from - at > way.length ? moved : withCells({ text: '', style }, cells.slice(at, to));
  const shorter = again.text.length < moved.text.length ? again : moved;
  return { text: text + shorter.text, style: shorter.style };
}

/** A blank keeps the ink before it. */
function withCells({ text, style }: Written, cells: readonly Cell[]): Written {
  let written = text;
  let current = style;
  for (const cell of cells) {
    if (!(cell.text === ' ' && cell.style.onBlank === current.onBlank)) {
      written += change(current, cell.style);
      current = cell.style;
    }
    written += cell.text;
  }
  return { text: written, style: current };
}

const styleOf = memoizeTexts((own): Style => {
  const codes = sgrAfter({}, own) ?? {};
  const showsInk = SHOW_INK.some((aspect) => codes[aspect] !== undefined);
  return { own, codes, onBlank: showsInk ? own : ON_BLANK.flatMap((aspect) => codes[aspect] ?? []).join(';') };
}, 200);

const styled = (codes: SgrState): Style => styleOf(Object.values(codes).toSorted().join(';'));

const PLAIN = styled({});
/** Beyond the end of a line. */
const BLANK: Cell = { text: ' ', style: PLAIN };

function same(before: Cell | undefined, after: Cell): boolean {
  if (before === after) return true;
  const { text, style } = before ?? BLANK;
  if (after.text !== text) return false;
  return text === ' ' ? after.style.onBlank === style.onBlank : after.style.own === style.own;
}

/** The shortest sequence; aspects in both are not named. */
function change(from: Style, to: Style): string {
  if (from.own === to.own) return '';
  if (to.own === PLAIN.own) return RESET;
  const anew = `\u001b[;${to.own}m`;
  if (from.own === PLAIN.own) return `\u001b[${to.own}m`;
  const ended = Object.keys(from.codes).filter((aspect) => to.codes[aspect] === undefined);
  const off = new Set(ended.flatMap((aspect) => OFF_OF[aspect] ?? []));
  // The end of bold ends dim, too.
  const lost = [...off].flatMap((code) => OFF[code] ?? []);
  const on = Object.entries(to.codes).flatMap(([aspect, code]) =>
    from.codes[aspect] === code && !lost.includes(aspect) ? [] : [code],
  );
  const moved = `\u001b[${[...off, ...on].join(';')}m`;
  return moved.length < anew.length ? moved : anew;
}

/** A screen has about fifty lines, and a key changes a few. */
const cellsOf = memoizeTexts(readCells, 60);

function readCells(line: string): readonly Cell[] | null {
  const cells: Cell[] = [];
  let brush: Brush | null = brushOf(PLAIN.own);
  for (let at = 0; at < line.length; ) {
    if (line.startsWith(SGR, at)) {
      const end = line.indexOf('m', at);
      brush = brush.after(line.slice(at + SGR.length, end));
      if (brush === null || end < 0) return null;
      at = end + 1;
    } else {
      const cell = brush.cell(line.charAt(at));
      if (cell === null) return null;
      cells.push(cell);
      at += 1;
    }
  }
  return cells;
}

/** A style with its cells, and the brush after further codes. Null for styles foreign to the console. */
type Brush = {
  readonly cell: (text: string) => Cell | null;
  readonly after: (codes: string) => Brush | null;
};

/** A screen has about seven thousand cells, with a few hundred values. */
const brushOf = memoizeTexts((own): Brush => {
  const style = styleOf(own);
  return {
    cell: recentTexts((text) => (ONE_COLUMN_EACH.test(text) ? { text, style } : null), 300),
    after: recentTexts((codes) => {
      const next = CODES.test(codes) ? sgrAfter(style.codes, codes) : null;
      return next === null ? null : brushOf(styled(next).own);
    }, 300),
  };
}, 200);

/** Null for a foreign code. */
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

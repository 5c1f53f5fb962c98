import { rememberTexts } from '../lib/remember.ts';

/** What Ink has to draw, in its order: texts at their places, and where clipping begins and ends. */
type Operation =
  | {
      readonly type: 'write';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      /** What the texts' own props make of each line of it. */
      readonly transformers: readonly ((line: string, at: number) => string)[];
    }
  | { readonly type: 'clip' | 'unclip' };

/** A text as it stands in a row, and how many columns it takes. */
type Piece = { readonly said: string; readonly width: number };

/** Reads a text that has more than characters of one column and colours that end with it. */
type ReadOther = (text: string) => Piece;

type Row = { readonly texts: readonly string[]; readonly places: readonly number[]; readonly said: string };

/** The rows of the last frame, by their place: most of them are the same again. */
let last: { readonly width: number; readonly rows: readonly (Row | null)[] } = { width: 0, rows: [] };

/**
 * The rows of a frame that are nothing but whole texts side by side, as finished lines; null for rows in which texts are
 * clipped or lie over each other, and for those there is nothing in. Ink puts each frame together cell by cell and takes each
 * row apart again; of these rows it need not.
 */
export function wholeRows(
  operations: readonly Operation[],
  { width, height }: { readonly width: number; readonly height: number },
  readOther: ReadOther,
): readonly (string | null)[] {
  const writes: ({ readonly x: number; readonly text: string }[] | null)[] = Array.from({ length: height }, () => []);
  let clips = 0;
  for (const operation of operations) {
    if (operation.type !== 'write') {
      clips += operation.type === 'clip' ? 1 : -1;
      continue;
    }
    const { x, y, text, transformers } = operation;
    const lines = text.includes('\n') ? text.split('\n').length : 1;
    if (lines === 1 && clips === 0)
      writes[y]?.push({ x, text: transformers.reduce((line, transform) => transform(line, 0), text) });
    // Clipped or not: what may reach into a row makes it one for Ink.
    else for (let n = y; n < y + lines; n++) if (writes[n] !== undefined) writes[n] = null;
  }
  const rows = writes.map((row, y) => {
    if (row === null || row.length === 0) return null;
    const before = last.width === width ? (last.rows[y] ?? null) : null;
    const same =
      before !== null &&
      before.texts.length === row.length &&
      row.every(({ x, text }, n) => before.places[n] === x && before.texts[n] === text);
    return same ? before : joined(row, width, readOther);
  });
  last = { width, rows };
  return rows.map((row) => row?.said ?? null);
}

/** Texts side by side as one row; null when they are not, or reach beyond it. */
function joined(
  writes: readonly { readonly x: number; readonly text: string }[],
  width: number,
  readOther: ReadOther,
): Row | null {
  let said = '';
  let end = 0;
  for (const { x, text } of writes) {
    const piece = plainPiece(text) ?? readOther(text);
    if (x < end || x + piece.width > width) return null;
    said += ' '.repeat(x - end) + piece.said;
    end = x + piece.width;
  }
  return { texts: writes.map(({ text }) => text), places: writes.map(({ x }) => x), said: said.trimEnd() };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const COLOURS = /\u001b\[[\d;]*m/g;
/** Characters of one column, without those that Ink leaves out. */
const PLAIN = /^[\u0020-\u007e\u00b7\u2013\u2026\u2190-\u21ff\u2500-\u25fc]*$/;
/** What puts every look back. */
const CLOSED = '\u001b[0m';

/** A text that stands in a row as it is; null when it has other characters, or colours that don't end with it. A screen has about a hundred texts. */
const plainPiece = rememberTexts((text): Piece | null => {
  const bare = text.includes('\u001b') ? text.replace(COLOURS, '') : text;
  const closed = bare.length === text.length || text.endsWith(CLOSED);
  return closed && PLAIN.test(bare) ? { said: text, width: bare.length } : null;
}, 200);

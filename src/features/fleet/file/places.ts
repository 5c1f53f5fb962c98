/** The first and the last line of a key with its value, or the line of the head of a table, counted from 1; and the comments in a value or behind it. */
export type Place = { readonly line: number; readonly last: number; readonly comments: readonly string[] };

/** The places of the tables and keys of a TOML text, by their paths: `bids.0.name`. */
export type Places = ReadonlyMap<string, Place>;

/** A piece of a value that can hold line feeds, brackets or signs of comments which mean nothing there. */
const PIECES = /"""|'''|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}\n]/g;
const HEADER = /\[\[?([^\]\n]*)\]?[^\n]*/y;
const KEY = /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^=\n])*/y;
/** Blanks, and the mark that may begin a text. */
const BLANKS = /[ \t\r\uFEFF]*/y;

const plain = (name: string): string => name.replace(/[\s"']/g, '');

/** Finds the lines of tables and keys in one pass: a fleet file can have thousands, and scripts whose lines look like tables. */
export function placesIn(text: string): Places {
  const places = new Map<string, Place>();
  const counts = new Map<string, number>();
  let [at, line, table] = [0, 1, ''];
  const note = (path: string, place: Place): void => void (places.has(path) || places.set(path, place));
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found?.[1] ?? found?.[0] ?? '';
  };
  while (at < text.length) {
    match(BLANKS);
    const sign = text[at];
    let path: string | null = null;
    if (sign === '[') {
      const isList = text[at + 1] === '[';
      const name = plain(match(HEADER));
      const count = counts.get(name) ?? 0;
      if (isList) counts.set(name, count + 1);
      table = isList ? `${name}.${count}` : name;
      path = table;
    } else if (sign !== undefined && sign !== '\n' && sign !== '#') {
      const key = plain(match(KEY));
      path = table === '' ? key : `${table}.${key}`;
    }
    const end = endOfValue(text, at);
    if (path !== null) note(path, { line, last: line + end.lines, comments: end.comments });
    line += end.lines + 1;
    at = end.at + 1;
  }
  return places;
}

/** Where the line ends on which a value ends, how many lines end within the value, and the comments up to there. */
type ValueEnd = { readonly at: number; readonly lines: number; readonly comments: readonly string[] };

function endOfValue(text: string, from: number): ValueEnd {
  const comments: string[] = [];
  let [lines, depth] = [0, 0];
  PIECES.lastIndex = from;
  for (let piece = PIECES.exec(text)?.[0]; piece !== undefined; piece = PIECES.exec(text)?.[0]) {
    if (piece === '\n') {
      if (depth <= 0) return { at: PIECES.lastIndex - 1, lines, comments };
      lines += 1;
    } else if (piece === '"""' || piece === "'''") {
      const begin = PIECES.lastIndex;
      const end = endOfText(text, begin, piece);
      for (let feed = text.indexOf('\n', begin); feed >= 0 && feed < end; feed = text.indexOf('\n', feed + 1))
        lines += 1;
      PIECES.lastIndex = end;
    } else if (piece.startsWith('#')) comments.push(piece.trimEnd());
    else if (piece === '[' || piece === '{') depth += 1;
    else if (piece === ']' || piece === '}') depth -= 1;
  }
  return { at: text.length, lines, comments };
}

/** The end of a string of several lines, behind its quotes; two more quotes may belong to its text. */
function endOfText(text: string, from: number, quotes: string): number {
  const ends = quotes === '"""' ? /\\[\s\S]|"{3,5}/g : /'{3,5}/g;
  ends.lastIndex = from;
  for (let found = ends.exec(text)?.[0]; found !== undefined; found = ends.exec(text)?.[0])
    if (found.startsWith(quotes)) return ends.lastIndex;
  return text.length;
}

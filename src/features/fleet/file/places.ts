/** First and last line of a key with its value, from 1; of a table its head. */
export type Place = { readonly line: number; readonly last: number };

/** Places in the TOML text, by path: `bids.0.name`. */
export type Places = ReadonlyMap<string, Place>;

/** The pieces of a value: strings and comments hide brackets and line feeds. */
const PIECES = /"""|'''|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}\n]/g;
const HEADER = /\[\[?([^\]\n]*)\]?[^\n]*/y;
const KEY = /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^=\n])*/y;
/** Blanks and the byte order mark. */
const BLANKS = /[ \t\r\uFEFF]*/y;

const plain = (name: string): string => name.replace(/[\s"']/g, '');

/** Finds the lines of tables and keys in one pass, since files have thousands and scripts look like tables. */
export function placesIn(text: string): Places {
  const places = new Map<string, Place>();
  const counts = new Map<string, number>();
  let [at, line, table] = [0, 1, ''];
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
    if (path !== null && !places.has(path)) places.set(path, { line, last: line + end.lines });
    line += end.lines + 1;
    at = end.at + 1;
  }
  return places;
}

/** The end of the line with the end of a value, and the line feeds before. */
function endOfValue(text: string, from: number): { readonly at: number; readonly lines: number } {
  let [lines, depth] = [0, 0];
  PIECES.lastIndex = from;
  for (let piece = PIECES.exec(text)?.[0]; piece !== undefined; piece = PIECES.exec(text)?.[0]) {
    if (piece === '\n') {
      if (depth <= 0) return { at: PIECES.lastIndex - 1, lines };
      lines += 1;
    } else if (piece === '"""' || piece === "'''") {
      const begin = PIECES.lastIndex;
      const end = endOfText(text, begin, piece);
      for (let feed = text.indexOf('\n', begin); feed >= 0 && feed < end; feed = text.indexOf('\n', feed + 1))
        lines += 1;
      PIECES.lastIndex = end;
    } else if (piece === '[' || piece === '{') depth += 1;
    else if (piece === ']' || piece === '}') depth -= 1;
  }
  return { at: text.length, lines };
}

/** The end of a multi-line string; two more quotes may belong to its text. */
function endOfText(text: string, from: number, quotes: string): number {
  const ends = quotes === '"""' ? /\\[\s\S]|"{3,5}/g : /'{3,5}/g;
  ends.lastIndex = from;
  for (let found = ends.exec(text)?.[0]; found !== undefined; found = ends.exec(text)?.[0])
    if (found.startsWith(quotes)) return ends.lastIndex;
  return text.length;
}

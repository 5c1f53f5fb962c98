/** Bytes of a terminal by usual key names. */

const named = {
  Enter: '\r',
  Esc: '\x1b',
  Tab: '\t',
  'Shift-Tab': '\x1b[Z',
  Space: ' ',
  Backspace: '\x7f',
  Delete: '\x1b[3~',
  Insert: '\x1b[2~',
  PgUp: '\x1b[5~',
  PgDn: '\x1b[6~',
  'Ctrl-Space': '\0',
  'Ctrl-Left': '\x1b[1;5D',
  'Ctrl-Right': '\x1b[1;5C',
  'Shift-Up': '\x1b[1;2A',
  'Shift-Down': '\x1b[1;2B',
} as const;

/** The final letter, after `CSI` or `SS3` by cursor-key mode. */
const cursorKeys = { Up: 'A', Down: 'B', Right: 'C', Left: 'D', Home: 'H', End: 'F' } as const;

type LowerLetter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');
type Letter = LowerLetter | Uppercase<LowerLetter>;
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Mark =
  | ('!' | '"' | '#' | '$' | '%' | '&' | "'" | '(' | ')' | '*' | '+' | ',' | '-' | '.' | '/')
  | (':' | ';' | '<' | '=' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '_' | '`' | '{' | '|' | '}' | '~');
type Printable = Letter | Digit | Mark;

/** A name, a printable ASCII character, or one with `Ctrl-` or `Alt-`. */
export type Key =
  | keyof typeof named
  | keyof typeof cursorKeys
  | Printable
  | `Ctrl-${Uppercase<LowerLetter>}`
  | `Alt-${Printable | 'Enter' | 'Backspace'}`;

function has<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** @throws for an unknown name. */
export function bytesOf(key: string, applicationCursor = false): string {
  if (has(named, key)) return named[key];
  if (has(cursorKeys, key)) return `\x1b${applicationCursor ? 'O' : '['}${cursorKeys[key]}`;
  if (/^[\x21-\x7e]$/.test(key)) return key;
  const control = /^Ctrl-([A-Z])$/.exec(key)?.[1];
  if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
  const alternate = /^Alt-(.+)$/.exec(key)?.[1];
  if (alternate !== undefined && !alternate.startsWith('Alt-')) return `\x1b${bytesOf(alternate)}`;
  throw new Error(
    `There is no key named ${JSON.stringify(key)}. Use type() for text, press() for keys like ${examples}.`,
  );
}

const examples = [...Object.keys(named), ...Object.keys(cursorKeys), 'Ctrl-S', 'Alt-x', 'j'].join(', ');

function isKey(name: string): name is Key {
  return has(named, name) || has(cursorKeys, name) || /^(?:[!-~]|Ctrl-[A-Z]|Alt-(?:[!-~]|Enter|Backspace))$/.test(name);
}

/** From the program's bindings. */
export function keyNamed(name: string): Key {
  const key = name.replace(/^Ctrl-[a-z]$/, (control) => `Ctrl-${control.slice(-1).toUpperCase()}`);
  if (!isKey(key)) throw new Error(`There is no key ${name}.`);
  return key;
}

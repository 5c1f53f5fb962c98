import type { Cancel, Clock } from './clock.ts';

/** Escape and a key in one read count as two keys, likelier than Alt. An impossible sequence is no key. */
const PIECE = new RegExp(
  [
    String.raw`\u001b\[200~[\s\S]*?\u001b\[201~`,
    String.raw`\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
    // A response broken off by another sequence.
    String.raw`\u001b(?:\](?:\d|[lLI])|P[01]?[$+>!|r]|_G)[^\u0007\u001b]*(?=\u001b[^\\])`,
    // Old terminals' mouse: a character each for button, column and row.
    String.raw`\u001b\[M[^\u0000-\u001f]{3}`,
    // Linux console, PuTTY and rxvt.
    String.raw`\u001b\[\[(?:\d+~|[A-Za-z])`,
    String.raw`\u001b\[\d\d?\$`,
    String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
    String.raw`\u001bO[;0-9]*[@-~]`,
    String.raw`\u001b(?:\[[0-?]*[ -/]*|O[;0-9]*)(?=[\s\S])`,
    String.raw`\u001b\u007f`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gu',
);
const UNFINISHED = new RegExp(
  [
    String.raw`\u001b\[200~(?![\s\S]*\u001b\[201~)[\s\S]*$`,
    String.raw`\u001b[\]P^_X][^\u0007\u001b]*\u001b?$`,
    String.raw`\u001b\[M[^\u0000-\u001f]{0,2}$`,
    String.raw`\u001b\[\[\d*$`,
    String.raw`\u001b(?:\[(?!\d\d?\$)[0-?]*[ -/]*|O[;0-9]*)?$`,
  ].join('|'),
  'u',
);

export function splitKeys(input: string): { readonly keys: readonly string[]; readonly rest: string } {
  const rest = UNFINISHED.exec(input)?.[0] ?? '';
  const end = input.length - rest.length;
  const keys: string[] = [];
  // Only its successor ends a response, so the whole input is read.
  for (const { 0: piece, index } of input.matchAll(PIECE)) {
    if (index >= end) break;
    keys.push(piece);
  }
  return { keys, rest };
}

export const ESCAPE = '\u001b';
const PASTE_BEGINS = '\u001b[200~';
export const PASTE_ENDS = '\u001b[201~';

export const isPaste = (piece: string): boolean => piece.startsWith(PASTE_BEGINS);

export const pastedText = (paste: string): string => paste.slice(PASTE_BEGINS.length, -PASTE_ENDS.length);

export const FOCUS: ReadonlyMap<string, boolean> = new Map([
  ['\u001b[I', true],
  ['\u001b[O', false],
]);

/** `j`, `Enter`, `Ctrl-u`, `Shift-Tab`. */
export type Key = {
  readonly name: string;
  readonly types: boolean;
  /** Repeated by the terminal, not pressed again. */
  readonly isHeld: boolean;
};

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['A', 'Up'],
  ['B', 'Down'],
  ['C', 'Right'],
  ['D', 'Left'],
  ['H', 'Home'],
  ['F', 'End'],
  // With Shift or Ctrl in rxvt.
  ['a', 'Up'],
  ['b', 'Down'],
  ['c', 'Right'],
  ['d', 'Left'],
]);
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ['1', 'Home'],
  ['3', 'Delete'],
  ['4', 'End'],
  ['5', 'PgUp'],
  ['6', 'PgDn'],
  ['7', 'Home'],
  ['8', 'End'],
]);
const CODES: ReadonlyMap<number, string> = new Map([
  [9, 'Tab'],
  [13, 'Enter'],
  [27, 'Esc'],
  [127, 'Backspace'],
  [57414, 'Enter'],
  [57417, 'Left'],
  [57418, 'Right'],
  [57419, 'Up'],
  [57420, 'Down'],
  [57421, 'PgUp'],
  [57422, 'PgDn'],
  [57423, 'Home'],
  [57424, 'End'],
  [57426, 'Delete'],
]);
const KEYPAD = { first: 57399, types: '0123456789./*-+' };

/** Number, key with Shift, modifiers, event and text as in the kitty protocol, and the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys begin with Escape
const SEQUENCE = /^\u001b([[O])(?:(\d+)(?::(\d*))?(?::\d*)?)?(?:;(\d*)(?::(\d+))?)?(?:;([\d:]+))?([A-Za-z~^$])$/;
const RELEASED = '3';
const REPEATED = '2';

/** Null for a report, a response or a released key. */
export function keyOf(piece: string): Key | null {
  if (piece === '\u001b\u007f') return keyNamed('Alt-Backspace');
  if (piece.length > 1 && piece.startsWith(ESCAPE)) return keyOfSequence(piece);
  return keyOfCharacter(piece);
}

const keyNamed = (name: string, isHeld = false): Key => ({ name, types: false, isHeld });

function keyOfCharacter(character: string, isHeld = false): Key | null {
  switch (character) {
    case '\r':
    case '\n':
      return keyNamed('Enter', isHeld);
    case '\t':
      return keyNamed('Tab', isHeld);
    case '\b':
    case '\u007f':
      return keyNamed('Backspace', isHeld);
    case ESCAPE:
      return keyNamed('Esc', isHeld);
    case ' ':
      return { name: 'Space', types: true, isHeld };
    default:
  }
  const code = character.codePointAt(0) ?? 0;
  if (code === 0) return keyNamed('Ctrl-Space', isHeld);
  if (code < 32) return keyNamed(`Ctrl-${String.fromCodePoint(code + (code <= 26 ? 96 : 64))}`, isHeld);
  return isControl(code) ? null : { name: character, types: true, isHeld };
}

const isControl = (code: number): boolean => code < 32 || (code >= 127 && code < 160);

function keyOfSequence(piece: string): Key | null {
  const [, opens, number = '', shifted = '', given = '', event, text = '', ends = ''] = SEQUENCE.exec(piece) ?? [];
  if (opens === undefined || event === RELEASED) return null;
  const modifiers = modifiersOf(given);
  const isHeld = event === REPEATED;
  // xterm sends keys without a sequence of their own as `CSI 27 ; modifiers ; code ~`.
  if (ends === '~' && number === '27') return keyOfCode(Number(text), { ...modifiers, shifted: '', text: '' }, isHeld);
  if (ends === 'u' && opens === '[') return keyOfCode(Number(number), { ...modifiers, shifted, text }, isHeld);
  if (ends === 'Z' && opens === '[') return keyNamed('Shift-Tab', isHeld);
  if (ends === 'M' && opens === 'O') return keyNamed('Enter', isHeld);
  const name = '~^$'.includes(ends) ? NUMBERS.get(number) : LETTERS.get(ends);
  return name === undefined ? null : keyNamed(name, isHeld);
}

type Modifiers = { readonly shift: boolean; readonly alt: boolean; readonly ctrl: boolean; readonly other: boolean };

function modifiersOf(given: string): Modifiers {
  const bits = Math.max(0, Number(given || '1') - 1);
  const [isShift, isCapsLock] = [(bits & 1) !== 0, (bits & 64) !== 0];
  return { shift: isShift !== isCapsLock, alt: (bits & 34) !== 0, ctrl: (bits & 4) !== 0, other: (bits & 24) !== 0 };
}

function keyOfCode(
  code: number,
  { shift, alt, ctrl, other, shifted, text }: Modifiers & { readonly shifted: string; readonly text: string },
  isHeld: boolean,
): Key | null {
  if (other) return null;
  const name = CODES.get(code);
  if (name === 'Tab' && shift) return keyNamed('Shift-Tab', isHeld);
  if (name === 'Backspace' && alt) return keyNamed('Alt-Backspace', isHeld);
  if (name !== undefined) return keyNamed(name, isHeld);
  const keypad = KEYPAD.types.charAt(code - KEYPAD.first);
  if (keypad !== '') return { name: keypad, types: true, isHeld };
  // Other private codes are keys such as F13 or Shift alone.
  if (isControl(code) || (code >= 0xe000 && code <= 0xf8ff)) return null;
  const character = characterOf(code);
  if (character === null) return null;
  if (ctrl) return keyNamed(`Ctrl-${character === ' ' ? 'Space' : character.toLowerCase()}`, isHeld);
  if (alt) return keyNamed(`Alt-${character}`, isHeld);
  const typed = text === '' ? null : characterOf(Number(text.split(':')[0]));
  const withShift = shifted === '' ? character.toUpperCase() : characterOf(Number(shifted));
  return keyOfCharacter(typed ?? (shift ? withShift : character) ?? character, isHeld);
}

const characterOf = (code: number): string | null =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : null;

/** A remote machine can ask over SSH and choose the response's text: read as keys it could pause bids. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: responses begin with Escape
const RESPONSE = /^\u001b(?:\](?:\d|[lLI])|P[01]?[$+>!|r]|_G)/;
/** Escape alone is a key, too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ONLY_SEQUENCE = /^\u001b(?:\[|O|[\]P_]$|P[01]$)/;

/** In milliseconds; an incomplete sequence does nothing. */
const SEQUENCE_MS = 1000;
/** Milliseconds on a line known to tear sequences apart. */
const ESCAPE_MS = 50;
const LONGEST_ESCAPE_MS = 500;
const GAP_FADES = 0.9;

export type KeyDecoder = {
  readonly receive: (text: string) => void;
  readonly forget: () => void;
};

/** Incomplete input waits. `isWhole`: none remains. */
export function createKeyDecoder(
  clock: Clock,
  take: (pieces: readonly string[], isWhole: boolean) => void,
): KeyDecoder {
  let rest = '';
  let isLate = false;
  let [heardAt, escapedAt, gap] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  let pasteTail = '';
  let stopWaiting: Cancel = () => undefined;

  const escapeMs = (): number => Math.min(LONGEST_ESCAPE_MS, Math.max(ESCAPE_MS, 2 * gap));

  const wait = (): void => {
    if (rest === '' || isPaste(rest)) return;
    const isSequence = RESPONSE.test(rest) || (ONLY_SEQUENCE.test(rest) && !(isLate && rest.length === 2));
    // One more turn of the event loop reads what came meanwhile.
    stopWaiting = clock.after(isSequence ? SEQUENCE_MS : escapeMs(), () => {
      stopWaiting = clock.after(0, () => giveUp(isSequence));
    });
  };

  const giveUp = (isSequence: boolean): void => {
    const keys = isSequence ? [] : [...rest].slice(isLate ? 1 : 0);
    if (rest === ESCAPE) escapedAt = clock.steady();
    [rest, isLate] = ['', false];
    take(keys, true);
  };

  /** Searches only the end: a large paste comes in many reads. */
  const isInPaste = (text: string): boolean => {
    if (!isPaste(rest)) return false;
    const seen = pasteTail + text;
    pasteTail = seen.slice(1 - PASTE_ENDS.length);
    return !seen.includes(PASTE_ENDS);
  };

  const receive = (text: string): void => {
    stopWaiting();
    const now = clock.steady();
    const silence = now - heardAt;
    heardAt = now;
    // A connection can lose the end of a paste.
    if (isPaste(rest) && text === '\u0003' && silence > SEQUENCE_MS) rest = '';
    if (isInPaste(text)) {
      rest += text;
      return;
    }
    const isTorn = rest !== '' && !isPaste(rest);
    if (rest === '' && now - escapedAt <= SEQUENCE_MS) [rest, isLate] = [ESCAPE, true];
    const split = splitKeys(rest + text);
    const [first = ''] = split.keys;
    const isSequence = first.length > 1 && first.startsWith(ESCAPE);
    if (isSequence && !isPaste(first)) gap = Math.max(gap * GAP_FADES, isTorn || isLate ? silence : 0);
    const pieces = isLate ? afterLate(split.keys) : split.keys;
    if (split.keys.length > 0) {
      isLate = false;
      escapedAt = Number.NEGATIVE_INFINITY;
    }
    rest = split.rest;
    if (isPaste(rest)) pasteTail = rest.slice(1 - PASTE_ENDS.length);
    wait();
    take(pieces, rest === '');
  };

  return {
    receive,
    forget: () => {
      stopWaiting();
      [rest, isLate, escapedAt] = ['', false, Number.NEGATIVE_INFINITY];
    },
  };
}

/** The rest of a sequence after Escape is no key. */
function afterLate([first = '', ...others]: readonly string[]): readonly string[] {
  if (first === ESCAPE || first === '') return others;
  if (first === '\u001b\u007f') return ['\u007f', ...others];
  return FOCUS.has(first) ? [first, ...others] : others;
}

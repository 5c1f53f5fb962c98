import { ONE_COLUMN_EACH } from './one-column.ts';

/**
 * Characters that act on a terminal or hide text instead of being visible: controls (both spellings of an escape sequence begin with
 * one), format characters such as bidirectional overrides, separators that break lines, what Unicode says to leave out where it is not
 * known (Default_Ignorable_Code_Point: fillers, joiners, tags, selectors of variants), and the few signs that are drawn as nothing
 * without any property that says so. Callers handle line feed and tab.
 */
const UNSAFE =
  '(?![\\n\\t])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}]';
/** Blanks that look like the plain one. A text of several lines keeps them, because a script is sent again as it was shown. */
const OTHER_BLANK = '(?! )\\p{Zs}';

const HAS_UNSAFE = new RegExp(UNSAFE, 'u');
const EACH_UNSAFE = new RegExp(UNSAFE, 'gu');
const EACH_OTHER_BLANK = new RegExp(OTHER_BLANK, 'gu');

/** Characters of nearly all texts; much quicker to test than all unsafe ones. */
const PLAIN = /^[\t\n\u0020-\u007e]*$/;

/** Replaces unsafe characters, but not the joiners of an emoji or a word that would be another one without them. */
function withoutUnsafe(text: string, replacement: (found: string) => string): string {
  if (!HAS_UNSAFE.test(text)) return text;
  const isKept = JOINERS.test(text) ? isVisibleJoin(text) : () => false;
  return text.replace(EACH_UNSAFE, (found, at: number) => (isKept(at) ? found : replacement(found)));
}

/** Makes text of several lines safe to print: every unsafe character becomes `�`; line feeds and tabs stay. */
export function printableBlock(text: string): string {
  if (PLAIN.test(text)) return text;
  return withoutUnsafe(text.toWellFormed().replaceAll('\r\n', '\n'), () => '\ufffd');
}

/** Makes one line of text safe to print: as `printableBlock`, line feeds and tabs become blanks, and other blanks than that `�`. */
export function printableLine(text: string): string {
  if (ONE_COLUMN_EACH.test(text)) return text;
  return printableBlock(text)
    .replace(/[\n\t]/g, ' ')
    .replace(EACH_OTHER_BLANK, '\ufffd');
}

/** Deepest level of an answer that is kept; no resource of the interface nests more than three. */
export const DEEPEST = 32;

/** Makes all texts and member names of a parsed JSON value safe to print. */
export function printableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return printableBlock(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => printableJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [printableLine(name), printableJson(item, depth + 1)]),
  );
}

/**
 * A parsed JSON value as JSON text that is safe to print and reads as the same value: unsafe characters
 * become `\u` escapes. Only levels that are too deep are left out. With an indent it has several lines.
 */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(isTooDeep(value, 0) ? withoutDepths(value, 0) : value, null, indent) ?? 'null';
  if (PLAIN.test(text)) return text;
  return escapedLine(text, (found) => found.replace(/[\s\S]/g, jsonEscape));
}

/** A text of several lines with unsafe characters as a grammar escapes them: safe to print, and read as the same text. */
export const escapedBlock = (text: string, escaped: (found: string) => string): string => withoutUnsafe(text, escaped);

/** The same in one line, with other blanks than the plain one escaped, too. The grammar escapes line feeds and tabs itself. */
export const escapedLine = (text: string, escaped: (found: string) => string): string =>
  escapedBlock(text, escaped).replace(EACH_OTHER_BLANK, escaped);

function jsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === DEEPEST) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (isTooDeep(item, depth + 1)) return true;
  return false;
}

function withoutDepths(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => withoutDepths(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutDepths(item, depth + 1)]));
}

/** Characters of nearly all identifiers. */
const PLAIN_IDENTIFIER = /^[\u0020-\u005b\u005d-\u007e]*$/;
const TO_SPELL = new RegExp(`[\\n\\t\\\\]|\\p{Cs}|${OTHER_BLANK}|${UNSAFE}`, 'gu');

/**
 * An identifier for display and comparison: one line, with unsafe characters and all joiners escaped (`\u{a}`
 * for a line feed). Different identifiers stay different, and `identifierAsSent` returns the service's spelling.
 */
export function printableIdentifier(fid: string): string {
  if (PLAIN_IDENTIFIER.test(fid)) return fid;
  return fid.replace(TO_SPELL, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** An identifier escaped by `printableIdentifier` in the service's spelling. */
export function identifierAsSent(shown: string): string {
  return shown.replace(/\\u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** Joiners, and the selector of a coloured emoji: invisible, but without them some texts look otherwise. */
const JOINERS = /\u200c|\u200d|\ufe0f/u;

/** Emoji that people write (Unicode's list), without those of invisible tags. Made when one may come: that takes 10 ms. */
let emoji: RegExp | undefined;

/**
 * A test of positions in a text: whether the invisible character there changes how the text looks, as in an emoji of
 * several parts, after a virama of an Indic script, or between two letters that would be joined (RFC 5892, appendix A).
 */
function isVisibleJoin(text: string): (at: number) => boolean {
  emoji ??= /[\p{RGI_Emoji}--\p{RGI_Emoji_Tag_Sequence}]/gv;
  const inEmoji = new Set<number>();
  for (const { 0: found, index } of text.matchAll(emoji))
    for (let at = index + 1; at < index + found.length; at++) inEmoji.add(at);
  return (at) => inEmoji.has(at) || isNeededByLetters(text, at);
}

/** Last letter with its marks, and the next letter. */
const BEFORE = /\p{L}\p{M}*$/u;
const AFTER = /^(?:(?!\p{Default_Ignorable_Code_Point})\p{M})*(\p{L})/u;
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
/** Longest letter with its marks that is looked at, in UTF-16 units. */
const LONGEST = 16;

function isNeededByLetters(text: string, at: number): boolean {
  const joiner = text[at];
  if (joiner !== '\u200c' && joiner !== '\u200d') return false;
  const [before = ''] = BEFORE.exec(text.slice(Math.max(0, at - LONGEST), at)) ?? [];
  const [letter = '', ...marks] = before;
  if (letter === '' || IGNORED.test(before)) return false;
  if (isVirama(marks.at(-1))) return true;
  const [, next = ''] = AFTER.exec(text.slice(at + 1, at + 1 + LONGEST)) ?? [];
  return joiner === '\u200c' && joining(letter) === 'both' && joining(next) !== 'none';
}

/** Marks of the combining classes 8 and 10. */
const [BELOW_VIRAMA, ABOVE_VIRAMA] = ['\u3099', '\u05b0'];

/**
 * Whether a mark is a virama: of combining class 9. JavaScript has no property for the class, but normalizing sorts marks by it.
 */
function isVirama(mark: string | undefined): boolean {
  if (mark === undefined || mark === BELOW_VIRAMA || mark === ABOVE_VIRAMA) return false;
  return (
    `${mark}${BELOW_VIRAMA}`.normalize('NFD') === `${BELOW_VIRAMA}${mark}` &&
    `${ABOVE_VIRAMA}${mark}`.normalize('NFD') === `${mark}${ABOVE_VIRAMA}`
  );
}

const CURSIVE = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u;
/** First and last of Unicode's forms of Arabic letters. */
const FORMS = [0xfb50, 0xfefc] as const;
/** Number of forms by letter: one that joins the next letter has four, one that joins only the previous letter has two. */
let forms: ReadonlyMap<string, number> | undefined;

/** Which neighbours a letter joins. One whose forms are not in Unicode counts as joining both. */
function joining(letter: string): 'both' | 'previous' | 'none' {
  if (!CURSIVE.test(letter)) return 'none';
  forms ??= countForms();
  const count = forms.get(letter) ?? 4;
  if (count === 4) return 'both';
  return count === 2 ? 'previous' : 'none';
}

function countForms(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let code = FORMS[0]; code <= FORMS[1]; code++) {
    const letter = String.fromCodePoint(code).normalize('NFKC');
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return counts;
}

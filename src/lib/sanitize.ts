import { ONE_COLUMN_EACH } from './one-column.ts';
import { isVisibleJoin, JOINERS } from './visible-joins.ts';

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

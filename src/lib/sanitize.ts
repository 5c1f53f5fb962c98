import { ONE_COLUMN_EACH } from './one-column.ts';

/**
 * Characters that would act on a terminal or hide text instead of being visible: C0 and C1 controls (both
 * spellings of an escape sequence begin with one), bidirectional overrides and isolates, invisible
 * spaces, separators that break lines, and tag characters. Callers handle line feed and tab.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Characters of nearly all texts; much quicker to test than all unsafe ones. */
const PLAIN = /^[\t\n\u0020-\u007e]*$/;

/** Makes text of several lines safe to print: every unsafe character becomes `�`; line feeds and tabs stay. */
export function printableBlock(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replaceAll('\r\n', '\n').replace(UNSAFE, '\ufffd');
}

/** Makes one line of text safe to print: as `printableBlock`, and line feeds and tabs become blanks. */
export function printableLine(text: string): string {
  if (ONE_COLUMN_EACH.test(text)) return text;
  return printableBlock(text).replace(/[\n\t]/g, ' ');
}

/** Deepest level of an answer that is kept; no resource of the interface nests more than three. */
const DEEPEST = 32;

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
 * Returns a parsed JSON value as JSON text that is safe to print and reads as the same value: unsafe characters
 * become `\u` escapes. Only levels that are too deep are left out. With an indent it has several lines.
 */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(isTooDeep(value, 0) ? withoutDepths(value, 0) : value, null, indent) ?? 'null';
  return PLAIN.test(text) ? text : text.replace(UNSAFE, (found) => found.replace(/[\s\S]/g, jsonEscape));
}

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
const TO_SPELL = new RegExp(`[\\n\\t\\\\]|\\p{Cs}|${UNSAFE.source}`, 'gu');

/**
 * Returns an identifier for display and comparison: one line, with unsafe characters escaped (`\u{a}` for a line
 * feed). Different identifiers stay different, and `identifierAsSent` returns the service's spelling.
 */
export function printableIdentifier(fid: string): string {
  if (PLAIN_IDENTIFIER.test(fid)) return fid;
  return fid.replace(TO_SPELL, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Returns an identifier escaped by `printableIdentifier` in the service's spelling. */
export function identifierAsSent(shown: string): string {
  return shown.replace(/\\u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** Texts whose characters take one column each; others need the slow width library. */
export const ONE_COLUMN_EACH =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2264\u2265\u2500-\u25fc\u2713-\u2718\u2801-\u28ff]*$/;

/**
 * Controls, format characters, line separators, Default_Ignorable_Code_Point, and signs drawn as nothing. Callers
 * handle line feed and tab.
 */
const UNSAFE =
  '(?![\\n\\t])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}]';
/** Texts of several lines keep them: a script is sent again as shown. */
const OTHER_BLANK = '(?! )\\p{Zs}';

const HAS_UNSAFE = new RegExp(UNSAFE, 'u');
const EACH_UNSAFE = new RegExp(UNSAFE, 'gu');
const EACH_OTHER_BLANK = new RegExp(OTHER_BLANK, 'gu');

const PLAIN = /^[\t\n\u0020-\u007e]*$/;

function withoutUnsafe(text: string, replacement: (found: string) => string): string {
  if (!HAS_UNSAFE.test(text)) return text;
  const isKept = JOINERS.test(text) ? isVisibleJoin(text) : () => false;
  return text.replace(EACH_UNSAFE, (found, at: number) => (isKept(at) ? found : replacement(found)));
}

/** Unsafe characters become `�`; line feeds and tabs stay. */
export function printableBlock(text: string): string {
  if (PLAIN.test(text)) return text;
  return withoutUnsafe(text.toWellFormed().replaceAll('\r\n', '\n'), () => '\ufffd');
}

/** Line feeds and tabs become blanks, other blanks `�`. */
export function printableLine(text: string): string {
  if (ONE_COLUMN_EACH.test(text)) return text;
  return printableBlock(text)
    .replace(/[\n\t]/g, ' ')
    .replace(EACH_OTHER_BLANK, '\ufffd');
}

export const DEEPEST = 32;

export function printableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return printableBlock(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => printableJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [printableLine(name), printableJson(item, depth + 1)]),
  );
}

/** Safe to print, of the same value down to `DEEPEST` levels. */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(isTooDeep(value, 0) ? withoutDepths(value, 0) : value, null, indent) ?? 'null';
  if (PLAIN.test(text)) return text;
  return escapedLine(text, (found) => found.replace(/[\s\S]/g, jsonEscape));
}

export const escapedBlock = (text: string, escaped: (found: string) => string): string => withoutUnsafe(text, escaped);

/** The grammar escapes line feeds and tabs itself. */
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

const PLAIN_IDENTIFIER = /^[\u0020-\u005b\u005d-\u007e]*$/;
const TO_SPELL = new RegExp(`[\\n\\t\\\\]|\\p{Cs}|${OTHER_BLANK}|${UNSAFE}`, 'gu');

/** Unsafe characters and joiners are escaped, `\u{a}`. Different identifiers stay different. */
export function printableIdentifier(fid: string): string {
  if (PLAIN_IDENTIFIER.test(fid)) return fid;
  return fid.replace(TO_SPELL, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

export function identifierAsSent(shown: string): string {
  return shown.replace(/\\u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

const JOINERS = /\u200c|\u200d|\ufe0f/u;

/** Unicode's list without invisible tags. Made late: it takes 10 ms. */
let emoji: RegExp | undefined;

/** In an emoji, after a virama, or between letters (RFC 5892, appendix A). */
function isVisibleJoin(text: string): (at: number) => boolean {
  emoji ??= /[\p{RGI_Emoji}--\p{RGI_Emoji_Tag_Sequence}]/gv;
  const inEmoji = new Set<number>();
  for (const { 0: found, index } of text.matchAll(emoji))
    for (let at = index + 1; at < index + found.length; at++) inEmoji.add(at);
  return (at) => inEmoji.has(at) || isNeededByLetters(text, at);
}

const BEFORE = /\p{L}\p{M}*$/u;
const AFTER = /^(?:(?!\p{Default_Ignorable_Code_Point})\p{M})*(\p{L})/u;
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
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

const [BELOW_VIRAMA, ABOVE_VIRAMA] = ['\u3099', '\u05b0'];

/** Of combining class 9: JavaScript has no property for it, but normalizing sorts by class. */
function isVirama(mark: string | undefined): boolean {
  if (mark === undefined || mark === BELOW_VIRAMA || mark === ABOVE_VIRAMA) return false;
  return (
    `${mark}${BELOW_VIRAMA}`.normalize('NFD') === `${BELOW_VIRAMA}${mark}` &&
    `${ABOVE_VIRAMA}${mark}`.normalize('NFD') === `${mark}${ABOVE_VIRAMA}`
  );
}

const CURSIVE = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u;
const FORMS = [0xfb50, 0xfefc] as const;
/** With four forms it joins the next letter, with two only the previous one. */
let forms: ReadonlyMap<string, number> | undefined;

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

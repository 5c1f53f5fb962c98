/**
 * Characters that would act on a terminal, or hide what a text says, instead of being seen: C0 and C1
 * controls (both spellings of an escape sequence begin with one), bidirectional overrides and isolates,
 * invisible spaces, separators that break lines, and tag characters. Line feed and tab are judged by the caller.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** What nearly every text is made of; looking for that is much quicker than looking for everything unsafe. */
const PLAIN = /^[\t\n\u0020-\u007e]*$/;

/** Text of several lines made safe to print: every unsafe character becomes `�`; line feeds and tabs stay. */
export function printableBlock(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replaceAll('\r\n', '\n').replace(UNSAFE, '\ufffd');
}

/** One line of text made safe to print: as `printableBlock`, and line feeds and tabs become blanks. */
export function printableLine(text: string): string {
  return printableBlock(text).replace(/[\n\t]/g, ' ');
}

/** Deeper answers than this are cut off; no resource of the interface nests more than three levels. */
const DEEPEST = 32;

/**
 * A parsed JSON value with every text in it, and every member's name, made safe to print. This is the one
 * door through which text from outside comes in; whoever draws a value afterwards need not think about it.
 */
export function printableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return printableBlock(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => printableJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [printableLine(name), printableJson(item, depth + 1)]),
  );
}

/** Escapes of basic strings that have a letter; every other control character is written by its number. */
const LETTERS: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** What can't stand in a basic string as it is: controls, quotes, backslashes, and halves of characters, which no TOML file can hold. */
const ESCAPED = /[\p{Cc}"\\]/gu;

const escaped = (found: string): string =>
  LETTERS[found] ?? `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

const basicText = (text: string): string => `"${text.toWellFormed().replace(ESCAPED, escaped)}"`;

/** What a literal string of several lines can't hold: controls, and quotes that would end it. */
const NOT_LITERAL = /(?![\n\t])\p{Cc}|'''|'$/u;

/** A text as a TOML string: on one line, or as it is over several. It reads as the same text. */
export function tomlText(text: string): string {
  const whole = text.toWellFormed();
  if (!whole.includes('\n')) return basicText(whole);
  // The line feed after the opening quotes does not belong to the text.
  if (!NOT_LITERAL.test(whole)) return `'''\n${whole}'''`;
  const lines = whole.split('\n').map((line) => line.replace(ESCAPED, escaped));
  return `"""\n${lines.join('\n')}"""`;
}

/** Texts as a TOML array on one line. */
export const tomlTexts = (texts: readonly string[]): string => `[${texts.map(basicText).join(', ')}]`;

/** A value as it is written. */
export function tomlValue(value: TomlValue): string {
  if (typeof value === 'string') return tomlText(value);
  return typeof value === 'object' ? tomlTexts(value) : String(value);
}

/** What a key of a fleet file holds. */
export type TomlValue = string | number | boolean | readonly string[];

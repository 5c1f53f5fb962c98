import { escapedBlock, escapedLine, printableBlock } from '../../../lib/sanitize.ts';

/** Escapes of basic strings that have a letter; every other character is written by its number. */
const LETTERS: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** What can't stand in a basic string as it is: controls, quotes and backslashes. */
const ESCAPED = /[\p{Cc}"\\]/gu;

/** Largest character that is written with four digits. */
const FOUR_DIGITS = 0xffff;

function escaped(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return LETTERS[found] ?? (code > FOUR_DIGITS ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`);
}

/** Whether a file can hold a text: no TOML has halves of characters. */
export const canHold = (text: string): boolean => text.isWellFormed();

/** Whether a file can have a name: hidden characters are escaped there, but none is to act on a terminal. */
export const canHoldName = (name: string): boolean => canHold(name) && !/\p{Cc}/u.test(name);

/** A text as a TOML string on one line, in which nothing is hidden: it reads as the same text. */
export const tomlLine = (text: string): string =>
  `"${escapedLine(text.toWellFormed().replace(ESCAPED, escaped), escaped)}"`;

/** What a literal string of several lines can't hold: quotes that would end it. */
const NOT_LITERAL = /'''|'$/u;

/** A text of several lines as a TOML string: as it is, where all of it can be shown. It reads as the same text. */
export function tomlText(text: string): string {
  const whole = text.toWellFormed();
  if (!whole.includes('\n')) return tomlLine(whole);
  // The line feed after the opening quotes does not belong to the text.
  if (printableBlock(whole) === whole && !NOT_LITERAL.test(whole)) return `'''\n${whole}'''`;
  const lines = whole.split('\n').map((line) => line.replace(ESCAPED, escaped));
  return escapedBlock(`"""\n${lines.join('\n')}"""`, escaped);
}

/** Texts as a TOML array on one line. */
export const tomlTexts = (texts: readonly string[]): string => `[${texts.map(tomlLine).join(', ')}]`;

/** A value of a key as it is written; that of a script may have several lines. */
export function tomlValue(key: string, value: TomlValue): string {
  if (typeof value === 'object') return tomlTexts(value);
  if (typeof value !== 'string') return String(value);
  return key === 'startup_script' ? tomlText(value) : tomlLine(value);
}

/** What a key of a fleet file holds. */
export type TomlValue = string | number | boolean | readonly string[];

import { escapedBlock, escapedLine, printableBlock } from '../../../lib/sanitize.ts';

const LETTERS: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

const ESCAPED = /[\p{Cc}"\\]/gu;

const FOUR_DIGITS = 0xffff;

function escaped(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return LETTERS[found] ?? (code > FOUR_DIGITS ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`);
}

/** TOML has no lone surrogates. */
export const canHold = (text: string): boolean => text.isWellFormed();

/** Hidden characters are escaped, but control characters stay out. */
export const canHoldName = (name: string): boolean => canHold(name) && !/\p{Cc}/u.test(name);

/** A one-line TOML string with everything hidden escaped. */
export const tomlLine = (text: string): string =>
  `"${escapedLine(text.toWellFormed().replace(ESCAPED, escaped), escaped)}"`;

/** A literal string can't hold its own quotes. */
const NOT_LITERAL = /'''|'$/u;

/** A TOML string of several lines, literal where possible. */
export function tomlText(text: string): string {
  const whole = text.toWellFormed();
  if (!whole.includes('\n')) return tomlLine(whole);
  // TOML drops the line feed after the opening quotes.
  if (printableBlock(whole) === whole && !NOT_LITERAL.test(whole)) return `'''\n${whole}'''`;
  const lines = whole.split('\n').map((line) => line.replace(ESCAPED, escaped));
  return escapedBlock(`"""\n${lines.join('\n')}"""`, escaped);
}

export const tomlTexts = (texts: readonly string[]): string => `[${texts.map(tomlLine).join(', ')}]`;

export function tomlValue(key: string, value: TomlValue): string {
  if (typeof value === 'object') return tomlTexts(value);
  if (typeof value !== 'string') return String(value);
  return key === 'startup_script' ? tomlText(value) : tomlLine(value);
}

export type TomlValue = string | number | boolean | readonly string[];

import { printableLine } from '../../../lib/sanitize.ts';

/** Longest name, and longest message of a tool, in characters. */
const LONGEST_NAME = 64;
const LONGEST_MESSAGE = 200;

/** A text of a machine as one line that is safe to print, cut to a number of characters. */
function shortLine(text: string, most: number): string {
  // Cut first: no text costs more than its limit.
  return [
    ...printableLine(text.slice(0, most * 4))
      .trim()
      .replace(/ {2,}/g, ' '),
  ]
    .slice(0, most)
    .join('');
}

export const shortName = (text: string): string => shortLine(text, LONGEST_NAME);
export const shortMessage = (text: string): string => shortLine(text, LONGEST_MESSAGE);

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;

/** Parses a decimal number within bounds; null for anything else, such as `[N/A]`, `[Not Supported]`, `ERR!` or a number with a unit. */
export function numberIn(text: string | undefined, least: number, most: number): number | null {
  const trimmed = text?.trim() ?? '';
  if (!NUMBER.test(trimmed)) return null;
  const number = Number(trimmed);
  return number >= least && number <= most ? number : null;
}

/** Parses a whole number within bounds. */
export function integerIn(text: string | undefined, least: number, most: number): number | null {
  const number = numberIn(text, least, most);
  return number === null || !Number.isInteger(number) ? null : number;
}

/** Splits a line of CSV; a quoted cell may hold commas, and a doubled quote is a quote. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (letter === '"' && quoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === ',' && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell].map((text) => text.trim());
}

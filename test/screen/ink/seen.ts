import stringWidth from 'string-width';
import type { DialogLine } from '../../../src/screen/dialogs/line.ts';

/** A line without colour sequences. */
export function seen(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
  return line.replace(/\u001b\[[0-9;]*m/g, '');
}

/** The number of columns of a painted line. */
export function columnsOf(line: string): number {
  return stringWidth(seen(line));
}

/** The texts of a dialog's lines; a field has none. */
export const textsOf = (lines: readonly DialogLine[]): readonly string[] =>
  lines.map((line) => (line.kind === 'text' ? line.segments.map(({ text }) => text).join('') : ''));

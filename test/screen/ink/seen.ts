import stringWidth from 'string-width';

/** A line without colour sequences. */
export function seen(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
  return line.replace(/\u001b\[[0-9;]*m/g, '');
}

/** The number of columns of a painted line. */
export function columnsOf(line: string): number {
  return stringWidth(seen(line));
}

import stringWidth from 'string-width';

/** A line as it is seen: without the sequences that colour it. */
export function seen(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
  return line.replace(/\u001b\[[0-9;]*m/g, '');
}

/** How many columns a painted line takes. */
export function columnsOf(line: string): number {
  return stringWidth(seen(line));
}

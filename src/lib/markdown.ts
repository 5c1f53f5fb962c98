/** A row of a table. */
export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;

export const code = (text: string): string => `\`${text}\``;

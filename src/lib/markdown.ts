/** A row of a table. */
export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;

export const code = (text: string): string => `\`${text}\``;

/** The first sentence of a text, for a page where another place has the whole. */
export const firstSentence = (text: string): string => /^.*?\.(?= [A-Z0-9])/.exec(text)?.[0] ?? text;

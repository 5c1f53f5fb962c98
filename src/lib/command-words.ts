/**
 * Splits a command into its words as a shell does: quotes keep blanks, and a backslash keeps the next character, within single quotes itself.
 * Nothing is expanded. A quote that is not closed ends with the text.
 */
export function commandWords(command: string): readonly string[] {
  const words = Array.from(command.matchAll(WORD), ([word]) => word);
  return words.map((word) =>
    word.replace(PART, (_, single, double, kept) => single ?? double?.replace(ESCAPED, '$1') ?? kept),
  );
}

const WORD = /(?:'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)|\\[\s\S]|[^\s'"\\]|\\$)+/g;
const PART = /'([^']*)(?:'|$)|"((?:\\[\s\S]|[^"\\])*)(?:"|$)|\\([\s\S])/g;
/** What a backslash escapes within double quotes. */
const ESCAPED = /\\(["\\$`])/g;

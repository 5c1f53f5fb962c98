export const NO_TEXT = 'it is no text in UTF-8';

const UNDECODED = '\ufffd';

export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

export const hasLostBytes = (text: string): boolean => text.includes(UNDECODED) || text.includes('\0');

/** Without byte order mark, with Unix line ends: a machine takes the rest for a part of a command. */
export function mendText(text: string): string {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  // Without any LF, lines end in CR.
  return body.includes('\n') ? body.replaceAll('\r\n', '\n') : body.replaceAll('\r', '\n');
}

export const mendNote = (what: string, before: string, after: string): string | null =>
  before === after ? null : `${what} is sent with line ends of Unix and without a byte order mark.`;

/** Splits a command into words as a shell does, without expanding anything. */
export function commandWords(command: string): readonly string[] {
  const words = Array.from(command.matchAll(WORD), ([word]) => word);
  return words.map((word) =>
    word.replace(PART, (_, single, double, kept) => single ?? double?.replace(ESCAPED, '$1') ?? kept),
  );
}

const WORD = /(?:'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)|\\[\s\S]|[^\s'"\\]|\\$)+/g;
const PART = /'([^']*)(?:'|$)|"((?:\\[\s\S]|[^"\\])*)(?:"|$)|\\([\s\S])/g;
const ESCAPED = /\\(["\\$`])/g;

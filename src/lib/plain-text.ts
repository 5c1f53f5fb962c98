/** What is wrong with bytes or a text that nobody can have meant, as the second half of a sentence. */
export const NO_TEXT = 'it is no text in UTF-8';

/** What a decoder puts where bytes are no UTF-8. */
const UNDECODED = '\ufffd';

/** The text of bytes as it is; null unless they are UTF-8 without NUL, as nothing is that is compressed, binary, or in another encoding. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Whether a text that others have decoded, as a terminal or shell does, has lost bytes by that. */
export const hasLostBytes = (text: string): boolean => text.includes(UNDECODED) || text.includes('\0');

/** A text without a byte order mark, whose lines end with LF: a machine takes the rest for a part of a command. */
export function mendText(text: string): string {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  // Where no line ends with LF, all end as they did long ago.
  return body.includes('\n') ? body.replaceAll('\r\n', '\n') : body.replaceAll('\r', '\n');
}

/** The sentence that says that a text was mended; null when it was not. */
export const mendNote = (what: string, before: string, after: string): string | null =>
  before === after ? null : `${what} is sent with line ends of Unix and without a byte order mark.`;

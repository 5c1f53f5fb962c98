/** A shorter token may be a word. */
const SHORTEST = 8;

export const holdsToken = (text: string, token: string | null): boolean =>
  token !== null && token.length >= SHORTEST && text.includes(token);

/** A script may hold such a line alone, so the key must go on. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn])*(?:[A-Za-z0-9+/=]{16}|[A-Z][A-Za-z-]*: )|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|PuTTY-User-Key-File-\d+: |AGE-SECRET-KEY-1[A-Z0-9]{16}/;

/** Never to be sent or written to a file. */
export function secretIn(text: string, token: string | null): 'the API key that is in use' | 'a private key' | null {
  if (holdsToken(text, token)) return 'the API key that is in use';
  return PRIVATE_KEY.test(text) ? 'a private key' : null;
}

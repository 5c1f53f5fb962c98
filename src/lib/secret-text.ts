/** Shortest token that is looked for in texts: a shorter one may be a word. */
const SHORTEST = 8;

/** Whether a text has the API key that is in use. */
export const holdsToken = (text: string, token: string | null): boolean =>
  token !== null && token.length >= SHORTEST && text.includes(token);

/** The first line of a private key in any usual format, with the beginning of what follows it: a script may name such a line alone. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn])*(?:[A-Za-z0-9+/=]{16}|[A-Z][A-Za-z-]*: )|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|PuTTY-User-Key-File-\d+: |AGE-SECRET-KEY-1[A-Z0-9]{16}/;

/** What a text has that is never sent to a service nor written to a file; null for nothing. */
export function secretIn(text: string, token: string | null): 'the API key that is in use' | 'a private key' | null {
  if (holdsToken(text, token)) return 'the API key that is in use';
  return PRIVATE_KEY.test(text) ? 'a private key' : null;
}

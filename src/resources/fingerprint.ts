import { createHash } from 'node:crypto';

/** A public key in words: its type as OpenSSH names it, shortened, and its SHA256 fingerprint. */
export type Fingerprint = { readonly type: string; readonly sha256: string };

const known = new Map<string, Fingerprint | null>();
/** As many keys are remembered as a pane can reasonably hold. */
const MOST = 2000;

/** Reads `ssh-ed25519 AAAA… comment`; null for anything else. */
export function fingerprint(publicKey: string | null): Fingerprint | null {
  if (publicKey === null) return null;
  const seen = known.get(publicKey);
  if (seen !== undefined) return seen;
  if (known.size >= MOST) known.clear();
  const read = readKey(publicKey);
  known.set(publicKey, read);
  return read;
}

function readKey(publicKey: string): Fingerprint | null {
  const [, type, base64] = /^\s*([a-z0-9@.-]+)\s+([A-Za-z0-9+/]+=*)(?:\s|$)/.exec(publicKey) ?? [];
  if (type === undefined || base64 === undefined) return null;
  const sha256 = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64').replace(/=+$/, '');
  return { type: type.replace(/^ssh-/, '').replace(/^ecdsa-sha2-nistp\d+$/, 'ecdsa'), sha256: `SHA256:${sha256}` };
}

/** Whether a text holds a private key in any of the usual writings; such a text never leaves the machine. */
export function isPrivateKey(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|AGE-SECRET-KEY-/i.test(text);
}

import { createHash } from 'node:crypto';
import { memoizeTexts } from '../lib/memoize.ts';

/** The short OpenSSH type, the size when the type has several, and SHA256. */
export type Fingerprint = { readonly type: string; readonly bits: number | null; readonly sha256: string };

/** Reads `ssh-ed25519 AAAA… comment`; null for anything else. */
export const fingerprint = (publicKey: string | null): Fingerprint | null =>
  publicKey === null ? null : fingerprintOf(publicKey);

const fingerprintOf = memoizeTexts(readKey, 1000);

function readKey(publicKey: string): Fingerprint | null {
  const [, type, base64] = /^\s*([a-z0-9@.-]+)\s+([A-Za-z0-9+/]+=*)(?:\s|$)/.exec(publicKey) ?? [];
  if (type === undefined || base64 === undefined) return null;
  const blob = Buffer.from(base64, 'base64');
  const sha256 = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  const curve = /^ecdsa-sha2-nistp(\d+)$/.exec(type)?.[1];
  return {
    type: curve === undefined ? type.replace(/^ssh-/, '') : 'ecdsa',
    bits: curve === undefined ? (type === 'ssh-rsa' ? modulusBits(blob) : null) : Number(curve),
    sha256: `SHA256:${sha256}`,
  };
}

/** Parts of a key's data, each after its length (RFC 4253, 6.6). `left`: bytes of an incomplete one. */
export function partsOf(blob: Buffer): { readonly parts: readonly Buffer[]; readonly left: number | null } {
  const parts: Buffer[] = [];
  for (let at = 0; at < blob.length; ) {
    const end = at + 4 > blob.length ? Number.POSITIVE_INFINITY : at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return { parts, left: blob.length - at };
    parts.push(blob.subarray(at + 4, end));
    at = end;
  }
  return { parts, left: null };
}

/** The last of its three parts, without leading zeros. */
function modulusBits(blob: Buffer): number | null {
  const part = partsOf(blob).parts[2];
  const first = part?.findIndex((byte) => byte !== 0) ?? -1;
  return part === undefined || first < 0 ? null : (part.length - first - 1) * 8 + (32 - Math.clz32(part[first] ?? 0));
}

/** A private key in any usual format; such a text is never sent. */
export function isPrivateKey(text: string): boolean {
  // The word is how the data of a private key of OpenSSH begins.
  return /BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|AGE-SECRET-KEY-|b3BlbnNzaC1rZXktdj/i.test(text);
}

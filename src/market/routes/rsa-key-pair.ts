import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** A pair as the service returns it: the public key in OpenSSH's one line, the private key in PEM (PKCS #1). */
export type RsaPair = { readonly publicKey: string; readonly privateKey: string };

const BITS = 3072;

/** Makes an RSA pair (section 4.3). The private key is returned once and not stored. */
export async function makeRsaPair(comment: string): Promise<RsaPair> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: BITS });
  const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' });
  const parts = [Buffer.from('ssh-rsa'), wholeNumber(e), wholeNumber(n)];
  const blob = Buffer.concat(parts.flatMap((part) => [lengthOf(part), part])).toString('base64');
  const publicKey = `ssh-rsa ${blob} ${comment.replace(/\s+/g, '-')}`;
  return { publicKey, privateKey: String(pair.privateKey.export({ type: 'pkcs1', format: 'pem' })) };
}

/** Encodes a number for SSH (RFC 4251 mpint): a leading zero byte keeps it positive. */
function wholeNumber(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}

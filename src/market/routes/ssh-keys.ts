import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { endpoints } from '../../contract/endpoints.ts';
import { addSshKey } from '../engine/commands.ts';
import { handler, handlerWithBody } from './handler.ts';
import { invalid } from './http-error.ts';
import { requireProject } from './project.ts';
import { sshKeyAnswer } from './serialize.ts';

/** `type base64 [comment]`, OpenSSH's format of a public key. */
const PUBLIC_KEY = /^[a-z][a-z0-9@.-]* [A-Za-z0-9+/]{16,}={0,2}( [^\r\n]*)?$/;

/** `GET /v2/ssh-keys`, oldest first. */
export const listSshKeys = handler(endpoints.listSshKeys, ({ query }, market) => {
  requireProject(query.project, market);
  return market.world.sshKeys.ordered.map((key) => sshKeyAnswer(key, market));
});

/** `POST /v2/ssh-keys`. Without a public key the market makes an RSA pair and returns both halves (section 4.3). */
export const createSshKey = handlerWithBody(endpoints.createSshKey, async ({ body }, market) => {
  requireProject(body.project, market);
  if (body.public_key == null) {
    const pair = await makeRsaPair(body.name);
    const key = addSshKey(market.world, body.name, pair.publicKey);
    return { ...sshKeyAnswer(key, market), private_key: pair.privateKey };
  }
  const given = body.public_key.trim();
  if (!PUBLIC_KEY.test(given)) {
    throw invalid(['body', 'public_key'], 'Give a public key like "ssh-ed25519 AAAA… name"', body.public_key);
  }
  return sshKeyAnswer(addSshKey(market.world, body.name, body.public_key), market);
});

/** A pair as the service returns it: the public key in OpenSSH's one line, the private key in PEM (PKCS #1). */
type RsaPair = { readonly publicKey: string; readonly privateKey: string };

const BITS = 3072;

/** Makes an RSA pair (section 4.3). The private key is returned once and not stored. */
async function makeRsaPair(comment: string): Promise<RsaPair> {
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

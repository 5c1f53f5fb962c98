import { endpoints } from '../../contract/endpoints.ts';
import { addSshKey } from '../engine/commands.ts';
import { handler, handlerWithBody } from './handler.ts';
import { invalid } from './http-error.ts';
import { requireProject } from './project.ts';
import { makeRsaPair } from './rsa-key-pair.ts';
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

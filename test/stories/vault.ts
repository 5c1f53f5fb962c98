import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from './script.ts';
import { withTokenCommand } from './token-file.ts';

/** A program that prints what its vault has, and writes down that it ran. */
export function vault(script: Pick<Script, 'market' | 'home'>, first: string) {
  const [program, token, runs] = ['vault', 'vault-token', 'vault-runs'].map((name) => join(script.home.folder, name));
  if (program === undefined || token === undefined || runs === undefined) throw new Error('unreachable');
  writeFileSync(program, `#!/bin/sh\necho >> '${runs}'\ncat '${token}'\n`);
  chmodSync(program, 0o700);
  const holds = (next: string): void => writeFileSync(token, `${next}\n`);
  holds(first);
  writeFileSync(runs, '');
  return { holds, runs: () => readFileSync(runs, 'utf8').length, env: withTokenCommand(script, [program]) };
}

/** Sends a request with a token. */
async function send(
  script: Pick<Script, 'market'>,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`${script.market.origin}/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? null : answer.json();
}

/** Makes another key of the service, and revokes the one in use. Returns the new one. */
export async function nextKey(script: Pick<Script, 'market'>): Promise<string> {
  const { token } = script.market;
  const made = await send(script, token, 'POST', '/api-keys', { name: 'next', expires_at: '2099-01-01T00:00:00Z' });
  const secret = typeof made === 'object' && made !== null && 'secret' in made ? String(made.secret) : '';
  const keys = await send(script, token, 'GET', '/api-keys');
  const old = Array.isArray(keys) ? keys.find(({ name }: { readonly name: string }) => name === 'console') : null;
  await send(script, secret, 'DELETE', `/api-keys/${old.fid}`);
  return secret;
}

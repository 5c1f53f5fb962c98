import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../driver/environment.ts';
import type { Script } from './script.ts';

/** No token of its own: the profile of the config file has one. */
export const NO_TOKEN: Variables = {
  SPOTDECK_TOKEN: undefined,
  SPOTDECK_BASE_URL: undefined,
  SPOTDECK_PROJECT: undefined,
};

/** Writes a config file with one profile, whose token comes from `source`. Returns its folder. */
export function profileWith(
  { market, home }: Pick<Script, 'market' | 'home'>,
  source: string,
  more = '',
  origin = market.origin,
): string {
  const folder = join(home.folder, '.config/spotdeck');
  mkdirSync(join(folder, 'tokens'), { recursive: true, mode: 0o700 });
  const profile = `[profiles.work]\nbase_url = "${origin}"\nproject = "${market.project}"\n${source}\n`;
  writeFileSync(join(folder, 'config.toml'), `default_profile = "work"\n${profile}${more}`);
  return folder;
}

/** Writes a config file with one profile and its token file. */
export function tokenFileOf(script: Pick<Script, 'market' | 'home'>, more = '', origin = script.market.origin) {
  const folder = profileWith(script, '', more, origin);
  const file = join(folder, 'tokens/work');
  writeFileSync(file, `${script.market.token}\n`, { mode: 0o600 });
  return { folder, file, token: () => readFileSync(file, 'utf8').trim() };
}

/** Writes a config file whose only profile takes its token from a program. Returns the variables for it. */
export function withTokenCommand(
  { market, home }: Pick<Script, 'market' | 'home'>,
  command: readonly string[],
): Variables {
  const config = join(home.folder, 'config.toml');
  writeFileSync(
    config,
    `[profiles.one]\nbase_url = "${market.origin}"\nproject = "${market.project}"\ntoken_command = ${JSON.stringify(command)}\n`,
  );
  return { ...NO_TOKEN, SPOTDECK_CONFIG: config };
}

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

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScript, type Script } from './script.ts';
import { asked } from './service.ts';

const NO_TOKEN = { SPOTDECK_TOKEN: undefined, SPOTDECK_BASE_URL: undefined, SPOTDECK_PROJECT: undefined };

/** A config file with one profile, whose token comes from `source`, and the variables to use it. */
function withProfile({ market, home }: Script, source: string, more = '') {
  const folder = join(home.folder, '.config/spotdeck');
  mkdirSync(join(folder, 'tokens'), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(folder, 'config.toml'),
    `default_profile = "work"\n[profiles.work]\nbase_url = "${market.origin}"\nproject = "${market.project}"\n${source}\n${more}`,
  );
  return { folder, env: NO_TOKEN };
}

function withTokenFile(script: Script, more = '') {
  const { folder, env } = withProfile(script, '', more);
  const file = join(folder, 'tokens/work');
  writeFileSync(file, `${script.market.token}\n`, { mode: 0o600 });
  return { folder, file, env, token: () => readFileSync(file, 'utf8').trim() };
}

/** Names of the keys that the service accepts, as a token sees them; null when it is refused. */
async function activeKeys({ market }: Script, token: string): Promise<readonly unknown[]> {
  const keys = await asked({ ...market, token }, '/v2/api-keys');
  return keys.filter((key) => key['deactivated_at'] === null).map((key) => key['name']);
}

test('a token file has the new key after rotate --yes, readable only by its owner, and the old key is revoked', async () => {
  const script = await openScript();
  const { file, env, token, folder } = withTokenFile(script);
  const ran = await script.run(['api-key', 'rotate', '--yes', '-o', 'json'], env);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject({ result: 'rotated', old_name: 'console' });
  expect(token()).not.toBe(script.market.token);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const names = await activeKeys(script, token());
  expect(names).toHaveLength(3);
  expect(names).not.toContain('console');
  expect(await activeKeys(script, script.market.token)).toEqual([]);
  expect(existsSync(`${file}.next`)).toBe(false);
  expect(`${ran.out}${ran.err}`).not.toContain(token());
  for (const name of ['journal.db', 'journal.db-wal', 'rotations.db']) {
    const path = join(script.home.folder, '.local/share/spotdeck', name);
    if (existsSync(path)) expect(readFileSync(path).includes(token())).toBe(false);
  }
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).not.toContain(token());
});

test('without a terminal and --yes nothing is sent, and a read-only profile rotates nothing', async () => {
  const script = await openScript();
  const { env, token } = withTokenFile(script);
  expect(await script.run(['api-key', 'rotate'], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no terminal to ask on. Use --yes to confirm.'),
  });
  expect(await script.run(['api-key', 'rotate', '--yes', '--read-only'], env)).toMatchObject({
    code: 1,
    err: 'Read-only: nothing was sent.\nRun it without --read-only to make changes.\n',
  });
  expect(token()).toBe(script.market.token);
  expect(await activeKeys(script, token())).toHaveLength(3);
});

test('with --keep-old both keys work, and other profiles with the old key are named', async () => {
  const script = await openScript();
  const { env, token, folder } = withTokenFile(
    script,
    '[profiles.copy]\nbase_url = "http://127.0.0.1:1"\nproject = "p"\n',
  );
  writeFileSync(join(folder, 'tokens/copy'), script.market.token, { mode: 0o600 });
  const ran = await script.run(['api-key', 'rotate', '--yes', '--keep-old', '-o', 'json'], env);
  expect(JSON.parse(ran.out)).toMatchObject({
    result: 'old-kept',
    users: expect.arrayContaining([`The profile copy still has the old key, in ${join(folder, 'tokens/copy')}.`]),
  });
  expect(await activeKeys(script, token())).toContain('console');
  expect(await activeKeys(script, script.market.token)).toHaveLength(4);
});

test('the token of a program waits in a private file until its owner has put it there; then the old key is revoked', async () => {
  const script = await openScript();
  const store = join(script.home.folder, 'store');
  writeFileSync(store, script.market.token, { mode: 0o600 });
  const { env } = withProfile(script, `token_command = ["cat", ${JSON.stringify(store)}]`);
  const saved = join(script.home.folder, 'new-key');
  const first = await script.run(['api-key', 'rotate', '--yes', '--save', saved], env);
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining(`Put it into the program cat, and run`) });
  expect(statSync(saved).mode & 0o777).toBe(0o600);
  expect(await activeKeys(script, script.market.token)).toContain('console');
  const again = await script.run(['api-key', 'rotate', '--yes'], env);
  expect(again.out).toContain('Put it into the program cat');
  writeFileSync(store, readFileSync(saved));
  const last = await script.run(['api-key', 'rotate', '--yes'], env);
  expect(last).toMatchObject({ code: 0, out: expect.stringContaining('Revoked the key console.') });
  expect(await activeKeys(script, script.market.token)).toEqual([]);
  expect(await activeKeys(script, readFileSync(saved, 'utf8').trim())).toHaveLength(3);
});

test('the token of a variable is rotated in two runs, and --abort revokes a new key that is not in use', async () => {
  const script = await openScript();
  const ran = await script.run(['api-key', 'rotate', '--yes']);
  expect(ran.out).toContain('Put it into the variable SPOTDECK_TOKEN');
  expect(await activeKeys(script, script.market.token)).toHaveLength(4);
  const waiting = join(script.home.folder, '.config/spotdeck/tokens/SPOTDECK_TOKEN.next');
  expect(statSync(waiting).mode & 0o777).toBe(0o600);
  expect(await script.run(['api-key', 'rotate', '--abort', '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('The key console stays in use.'),
  });
  expect(await activeKeys(script, script.market.token)).toHaveLength(3);
  expect(existsSync(waiting)).toBe(false);
  await script.run(['api-key', 'rotate', '--yes']);
  const token = readFileSync(waiting, 'utf8').trim();
  expect(await script.run(['api-key', 'rotate', '--yes'], { SPOTDECK_TOKEN: token })).toMatchObject({ code: 0 });
  expect(await activeKeys(script, script.market.token)).toEqual([]);
  expect(await activeKeys(script, token)).toHaveLength(3);
});

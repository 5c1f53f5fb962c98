import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { HONEST, oddService } from '../../../faults/odd-service.ts';
import { openScript } from '../../../stories/script.ts';
import { NO_TOKEN, profileWith, tokenFileOf } from '../../../stories/token-file.ts';
import { activeKeys } from './rotating-operator.ts';

test('a token file has the new key after rotate --yes, readable only by its owner, and the old key is revoked', async () => {
  const script = await openScript();
  const { file, token, folder } = tokenFileOf(script);
  const ran = await script.run(['api-key', 'rotate', '--yes', '-o', 'json'], NO_TOKEN);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject([{ result: 'rotated', name: 'console' }]);
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

test('two rotations at once make one new key: the other one waits for nobody, says so, and changes nothing', async () => {
  const script = await openScript();
  const { token } = tokenFileOf(script);
  const run = () => script.run(['api-key', 'rotate', '--yes', '-o', 'json'], NO_TOKEN);
  const both = await Promise.all([run(), run()]);
  const done = both.filter(({ code }) => code === 0);
  expect(done.length).toBeGreaterThanOrEqual(1);
  for (const { code, err } of both)
    if (code !== 0) expect(err).toContain('Another program on this machine rotates a key now.');
  // One after the other is two rotations; no key is left behind.
  const names = await activeKeys(script, token());
  expect(names).toHaveLength(3);
  expect(await activeKeys(script, script.market.token)).toEqual([]);
});

test('without a terminal and --yes nothing is sent, and a read-only profile rotates nothing', async () => {
  const script = await openScript();
  const { token } = tokenFileOf(script);
  expect(await script.run(['api-key', 'rotate'], NO_TOKEN)).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no terminal to ask on. Use --yes to confirm.'),
  });
  expect(await script.run(['api-key', 'rotate', '--yes', '--read-only'], NO_TOKEN)).toMatchObject({
    code: 2,
    err: 'Read-only: nothing was sent.\nRun it without --read-only to make changes.\n',
  });
  expect(token()).toBe(script.market.token);
  expect(await activeKeys(script, token())).toHaveLength(3);
});

test('with --keep-old both keys work, and other profiles with the old key are named', async () => {
  const script = await openScript();
  const { token, folder } = tokenFileOf(script, '[profiles.copy]\nbase_url = "http://127.0.0.1:1"\nproject = "p"\n');
  writeFileSync(join(folder, 'tokens/copy'), script.market.token, { mode: 0o600 });
  const ran = await script.run(['api-key', 'rotate', '--yes', '--keep-old', '-o', 'json'], NO_TOKEN);
  expect(JSON.parse(ran.out)).toMatchObject([
    {
      result: 'old-kept',
      users: expect.arrayContaining([`The profile copy still has the old key, in ${join(folder, 'tokens/copy')}.`]),
    },
  ]);
  expect(await activeKeys(script, token())).toContain('console');
  expect(await activeKeys(script, script.market.token)).toHaveLength(4);
});

test('the token of a program waits in a private file until its owner has put it there; then the old key is revoked', async () => {
  const script = await openScript();
  const store = join(script.home.folder, 'store');
  writeFileSync(store, script.market.token, { mode: 0o600 });
  profileWith(script, `token_command = ["cat", ${JSON.stringify(store)}]`);
  const saved = join(script.home.folder, 'new-key');
  const first = await script.run(['api-key', 'rotate', '--yes', '--save', saved], NO_TOKEN);
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining(`Put it into the program cat, and run`) });
  expect(statSync(saved).mode & 0o777).toBe(0o600);
  expect(await activeKeys(script, script.market.token)).toContain('console');
  const again = await script.run(['api-key', 'rotate', '--yes'], NO_TOKEN);
  expect(again.out).toContain('Put it into the program cat');
  writeFileSync(store, readFileSync(saved));
  const last = await script.run(['api-key', 'rotate', '--yes'], NO_TOKEN);
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

test('--abort --yes leaves a key that is not certainly of the rotation, names it, and ends with 1', async () => {
  const script = await openScript();
  const service = await oddService(script.market);
  const { file } = tokenFileOf(script, '', service.origin);
  service.behave({ ...HONEST, creation: 'another-name' });
  const ran = await script.run(['api-key', 'rotate', '--yes'], NO_TOKEN);
  expect(ran).toMatchObject({
    code: 1,
    err: expect.stringMatching(/The service answered with the key console-\S+-x, which is not/),
  });
  const ended = await script.run(['api-key', 'rotate', '--abort', '--yes', '-o', 'json'], NO_TOKEN);
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('and --yes does not answer this.') });
  const [{ result, left_fids: left }] = JSON.parse(ended.out);
  expect([result, left]).toEqual(['given-up', [expect.any(String)]]);
  expect(ended.err).toContain(`If it is not needed, revoke it: spotdeck api-key revoke ${left[0]}`);
  expect(await activeKeys(script, script.market.token)).toHaveLength(4);
  expect(existsSync(`${file}.next`)).toBe(false);
});

test('a service that revokes the new key instead of the old one: exit code 1, and the old key is in its place again', async () => {
  const script = await openScript();
  const service = await oddService(script.market);
  const { token, file } = tokenFileOf(script, '', service.origin);
  service.behave({ ...HONEST, revocation: 'wrong-key' });
  const ran = await script.run(['api-key', 'rotate', '--yes'], NO_TOKEN);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('The service revoked the new key instead of') });
  expect(token()).toBe(script.market.token);
  service.behave(HONEST);
  expect(await script.run(['api-key', 'rotate', '--yes'], NO_TOKEN)).toMatchObject({ code: 0 });
  expect(await activeKeys(script, token())).toHaveLength(3);
  expect(existsSync(`${file}.replaced`)).toBe(false);
});

test('a record that another version has written is forgotten with --abort, and no key is revoked', async () => {
  const script = await openScript();
  tokenFileOf(script);
  const rotate = (...more: readonly string[]) => script.run(['api-key', 'rotate', '--yes', ...more], NO_TOKEN);
  await rotate('--keep-old');
  const path = join(script.home.folder, '.local/share/spotdeck/rotations.db');
  const database = new DatabaseSync(path);
  const service = new URL(script.market.origin).href.replace(/\/$/, '');
  const place = `${service}\nfile ${join(script.home.folder, '.config/spotdeck/tokens/work')}`;
  database.prepare('INSERT INTO rotations VALUES (?, ?)').run(place, '{"version":9}');
  database.close();
  expect(await rotate()).toMatchObject({ code: 1, err: expect.stringContaining('or forget the record with --abort') });
  expect(await rotate('--abort')).toMatchObject({ code: 0, out: expect.stringContaining('The rotation is given up.') });
  expect(await rotate()).toMatchObject({ code: 0, out: expect.stringContaining('The rotation is complete.') });
});

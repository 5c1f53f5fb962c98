import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../driver/built.ts';
import type { Variables } from '../driver/environment.ts';
import { oneSecret } from './one-secret.ts';
import { ranAs } from './ran-as.ts';
import { openScript, type Script } from './script.ts';
import { API_KEYS, asked } from './service.ts';

/** Units of `ulimit -f`: 512 bytes. */
const KIB = 2;

/** Runs the program where files may become only so large; what it prints goes to a file of the shell's when one is named. */
function limited({ market, home }: Script, kib: number, args: readonly string[], more: Variables = {}, out = '') {
  const line = `ulimit -f ${kib * KIB}; exec "$0" "$@"${out === '' ? '' : ` >${out}`}`;
  // The journal would meet the limit too; that is another story.
  const env = { ...market.env, SPOTDECK_JOURNAL: ':memory:', ...more };
  return ranAs('sh', ['-c', line, process.execPath, program, ...args], home, env);
}

const CREATE = ['api-key', 'create', '--name', 'k'];

test('a secret whose file has no room on the disk is not requested', async () => {
  const script = await openScript();
  const before = await asked(script.market, API_KEYS);
  const file = join(script.home.folder, 'k.token');
  expect(await limited(script, 8, [...CREATE, '--save', file])).toEqual({
    code: 2,
    out: '',
    err: `${file} can't be made: files may not become so large here (ulimit -f).\nNothing was sent. Give another file.\n`,
  });
  expect(existsSync(file)).toBe(false);
  expect(await asked(script.market, API_KEYS)).toEqual(before);
});

test('a key whose secret could not be written is named with how to revoke it', async () => {
  const script = await openScript();
  const service = await oneSecret('S'.repeat(40 * 1024));
  const file = join(script.home.folder, 'k.token');
  const env = { SPOTDECK_BASE_URL: service.origin };
  const { code, out, err } = await limited(script, 24, [...CREATE, '--save', file], env);
  expect([code, out]).toEqual([1, '']);
  expect(err).toBe(
    `${file} could not be written: files may not become so large here (ulimit -f). The API key k (key_made) exists, and its secret is lost.\nRevoke it: spotdeck api-key revoke key_made --yes\n`,
  );
  expect(existsSync(file)).toBe(false);
});

test('with --show-secret as well, a secret that could not be written is printed', async () => {
  const script = await openScript();
  const secret = 'S'.repeat(40 * 1024);
  const service = await oneSecret(secret);
  const file = join(script.home.folder, 'k.token');
  const env = { SPOTDECK_BASE_URL: service.origin };
  const ran = await limited(script, 24, [...CREATE, '--save', file, '--show-secret'], env);
  expect(ran.code).toBe(1);
  expect(ran.out).toBe(`Created the API key k.\n${secret}\n`);
  expect(ran.err).toContain('The secret was printed instead.');
  expect(await script.run([...CREATE, '--save', file, '--show-secret'], env)).toMatchObject({
    code: 0,
    out: 'Created the API key k.\n',
  });
  expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a secret that could not be printed is never a success', async () => {
  const script = await openScript();
  const service = await oneSecret('fkey_once', '-----BEGIN');
  const env = { SPOTDECK_BASE_URL: service.origin };
  expect(await limited(script, 64, [...CREATE, '--show-secret'], env, '/dev/full')).toEqual({
    code: 1,
    out: '',
    err: 'The secret could not be printed: the disk is full. The API key k (key_made) exists, and its secret is lost.\nRevoke it: spotdeck api-key revoke key_made --yes\n',
  });
  const pair = await limited(script, 64, ['ssh-key', 'create', '--name', 'p', '--show-secret'], env, '/dev/full');
  expect(pair.code).toBe(1);
  expect(pair.err).toContain('The SSH key p (key_made) exists, and its private half is lost.');
});

test('a secret is in its file before anything is printed', async () => {
  const script = await openScript();
  const file = join(script.home.folder, 'k.token');
  await limited(script, 64, [...CREATE, '--save', file], {}, '/dev/full');
  expect(readFileSync(file, 'utf8')).toMatch(/^fkey_\S+\n$/);
});

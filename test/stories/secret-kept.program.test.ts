import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { actingOn } from '../driver/acting.ts';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openConsole, openMarket } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { openInShell } from '../driver/shell.ts';
import { openTerminal } from '../driver/terminal.ts';
import { soon } from '../driver/time.ts';
import { folderOf, kept, newState, oneSecret, secretOnScreen } from './one-secret.ts';
import { ranAs } from './ran-as.ts';
import { openScript, type Script } from './script.ts';
import { API_KEYS, asked, STILL } from './service.ts';

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

test.each(['SIGTERM', 'SIGHUP', 'a closed terminal'] as const)(
  'after %s the secret on screen is in a file of the owner alone, which the next start names',
  async (end) => {
    const market = await openMarket(STILL);
    const state = newState();
    const env = { ...market.env, XDG_STATE_HOME: state };
    const command = `'${node}' '${program}'`;
    const opening =
      end === 'a closed terminal'
        ? // The program has a terminal of its own, which is gone when `script` is.
          { command: 'script', args: ['-qc', command, '/dev/null'] }
        : { command: node, args: [program] };
    const terminal = (end === 'a closed terminal' ? openTerminal : openInShell)({
      ...opening,
      env,
      columns: 160,
      rows: 45,
    });
    closeAfterTest(terminal);
    const secret = await secretOnScreen({ ...terminal, ...actingOn(terminal) });
    terminal.kill(end === 'a closed terminal' ? 'SIGKILL' : end);
    await soon(() => expect(kept(state)).toHaveLength(1));
    const path = join(folderOf(state), kept(state)[0] ?? '');
    await soon(() => expect(readFileSync(path, 'utf8')).toBe(`${secret}\n`));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    if (end !== 'a closed terminal') {
      await terminal.ended();
      expect(terminal.raw()).toMatch(/ended with 1(43|29)/);
      await terminal.see(/The API key fleeting .* was on screen and not saved: its secret is in/);
    }
    // Its path is logged, and the secret nowhere.
    await soon(() => expect(readFileSync(join(folderOf(state), 'console.log'), 'utf8')).toContain(path));
    for (const name of readdirSync(folderOf(state)))
      if (name.endsWith('.log')) expect(readFileSync(join(folderOf(state), name), 'utf8')).not.toContain(secret);
    const next = await openConsole({ args: [], env });
    await next.see('A console was ended before it was saved: a secret that was on screen is in');
    await next.see(kept(state)[0] ?? '');
  },
);

/** Mounts a full file system as the state folder; where that is not allowed the test is counted as skipped. */
function fullDisk(state: string, context: TestContext): void {
  const folder = folderOf(state);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a file system is not allowed here');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(128 * 1024, 1))).toThrow('ENOSPC');
}

test.for(['a full disk', 'a folder that others can write to', 'a folder that is a link'])(
  'with %s the shell is told that the secret is lost, and how to revoke the key',
  async (what, context) => {
    const market = await openMarket(STILL);
    const state = newState();
    if (what === 'a full disk') fullDisk(state, context);
    if (what === 'a folder that others can write to') {
      mkdirSync(folderOf(state), { mode: 0o777 });
      execFileSync('chmod', ['777', folderOf(state)]);
    }
    if (what === 'a folder that is a link') symlinkSync(newState(), folderOf(state));
    const terminal = openInShell({
      command: node,
      args: [program],
      env: { ...market.env, XDG_STATE_HOME: state, SPOTDECK_JOURNAL: ':memory:' },
      columns: 160,
      rows: 45,
    });
    closeAfterTest(terminal);
    const secret = await secretOnScreen({ ...terminal, ...actingOn(terminal) });
    terminal.kill('SIGTERM');
    await terminal.ended();
    expect(terminal.raw()).toContain('Its secret is lost; revoke it: spotdeck api-key revoke key_');
    expect(kept(state)).toEqual([]);
    expect(secret).not.toBe('');
    expect((await asked(market, API_KEYS)).some(({ name }) => name === 'fleeting')).toBe(true);
  },
);

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { actingOn } from '../driver/acting.ts';
import { answer } from '../driver/answer.ts';
import { node, program } from '../driver/built.ts';
import { type Console, closeAfterTest, openConsole, openMarket } from '../driver/console.ts';
import { openInShell } from '../driver/shell.ts';
import { openTerminal } from '../driver/terminal.ts';
import { API_KEYS, asked, STILL } from './service.ts';

const folderOf = (state: string): string => join(state, 'spotdeck');
const kept = (state: string): readonly string[] =>
  readdirSync(folderOf(state)).filter((name) => name.startsWith('unsaved-'));

function newState(): string {
  const state = mkdtempSync(join(tmpdir(), 'spotdeck-state-'));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

/** Makes an API key, whose secret is then on screen, and returns the secret. */
async function secretOnScreen(console: Console): Promise<string> {
  await console.seeLoaded('14 bids');
  await console.pane('apiKeys').do('create-api-key');
  console.type('fleeting');
  console.do('review');
  await console.see('Create an API key: review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  const [secret = ''] = /fkey_[\w-]{20,}/.exec(console.picture()) ?? [];
  return secret;
}

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
    await expect.poll(() => kept(state), { timeout: 10_000 }).toHaveLength(1);
    const path = join(folderOf(state), kept(state)[0] ?? '');
    await expect.poll(() => readFileSync(path, 'utf8')).toBe(`${secret}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    if (end !== 'a closed terminal') {
      await terminal.ended();
      expect(terminal.raw()).toMatch(/ended with 1(43|29)/);
      await terminal.see(/The API key fleeting .* was on screen and not saved: its secret is in/);
    }
    // Its path is logged, and the secret nowhere.
    await expect.poll(() => readFileSync(join(folderOf(state), 'console.log'), 'utf8')).toContain(path);
    for (const name of readdirSync(folderOf(state)))
      if (name.endsWith('.log')) expect(readFileSync(join(folderOf(state), name), 'utf8')).not.toContain(secret);
    const next = await openConsole({ args: [], env });
    await next.see('A console was ended before it was saved: a secret that was on screen is in');
    await next.see(kept(state)[0] ?? '');
  },
);

test('a secret that was saved, and one that the operator gives up, are kept in no other file', async () => {
  const market = await openMarket(STILL);
  const state = newState();
  const console = await openConsole({ args: [], env: { ...market.env, XDG_STATE_HOME: state } });
  await secretOnScreen(console);
  console.press('s', 'Enter');
  await console.see('only you can read it');
  console.kill('SIGTERM');
  await console.ended();
  expect(kept(state)).toEqual([]);
  const other = await openConsole({ args: [], env: { ...market.env, XDG_STATE_HOME: state } });
  await secretOnScreen(other);
  other.press('Ctrl-C', 'Ctrl-C');
  await other.ended();
  expect(kept(state)).toEqual([]);
});

test('a private key of the service is kept as an API key is', async () => {
  const market = await openMarket(STILL);
  const state = newState();
  const console = await openConsole({ args: [], env: { ...market.env, XDG_STATE_HOME: state } });
  await console.seeLoaded('14 bids');
  await console.pane('sshKeys').do('create-ssh-key');
  console.type('pair');
  console.do('review');
  await console.see('Create an SSH key: review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  console.kill('SIGTERM');
  await console.ended();
  const [name = ''] = kept(state);
  expect(name).toMatch(/^unsaved-private-key-/);
  expect(readFileSync(join(folderOf(state), name), 'utf8')).toMatch(/^-----BEGIN [\s\S]+-----\n$/);
});

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

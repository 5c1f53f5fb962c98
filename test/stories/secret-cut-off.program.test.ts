import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { actingOn } from '../driver/acting.ts';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openConsole, openMarket } from '../driver/console.ts';
import { openInShell } from '../driver/shell.ts';
import { openTerminal } from '../driver/terminal.ts';
import { soon } from '../driver/time.ts';
import { API_KEYS, asked, STILL } from './service.ts';
import { folderOf, kept, newState, secretOnScreen } from './unsaved-secret.ts';

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

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenFromCommand } from '../../src/config/token-command.ts';

const BOUNDS = { maxMs: 10_000, maxBytes: 64 * 1024 };

const token = (script: string, bounds = BOUNDS): Promise<string> =>
  tokenFromCommand(['sh', '-c', script], process.env, 'shared', bounds);

/** The same while the console is drawn on the terminal. */
const tokenBehindScreen = (script: string): Promise<string> =>
  tokenFromCommand(['sh', '-c', script], process.env, 'drawn-on', BOUNDS);

function pidFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'pid');
}

/** A process that nobody has waited for yet is over all the same. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('what the program prints is the token, without the blanks around it', async () => {
  expect(await token('echo "  tok_123 "')).toBe('tok_123');
});

test('a program that does not end is stopped with all that it started, also when it will not hear', async () => {
  const file = pidFile();
  const began = performance.now();
  await expect(
    token(`trap '' TERM; sleep 1000 & echo $! >${file}; wait; wait`, { ...BOUNDS, maxMs: 300 }),
  ).rejects.toThrow('The program sh gave no token: it did not end within 0.3 s and was stopped.');
  expect(performance.now() - began).toBeLessThan(8000);
  await expect.poll(() => isRunning(Number(readFileSync(file, 'utf8')))).toBe(false);
});

test('a program that prints without end is stopped at 64 KiB, with what it started', async () => {
  const file = pidFile();
  await expect(token(`echo $$ >${file}; yes | cat`)).rejects.toThrow(
    'The program sh gave no token: it printed more than 64 KiB and was stopped.',
  );
  await expect.poll(() => isRunning(Number(readFileSync(file, 'utf8')))).toBe(false);
});

test('a program that ends and leaves another one with its output is not waited for', async () => {
  const file = pidFile();
  const began = performance.now();
  expect(await token(`sleep 1000 & echo $! >${file}; echo tok_123`)).toBe('tok_123');
  expect(performance.now() - began).toBeLessThan(8000);
  process.kill(Number(readFileSync(file, 'utf8')));
});

test('a program that fails is named with how it ended, and nothing of what it printed', async () => {
  await expect(token('echo tok_123; exit 3')).rejects.toThrow('The program sh gave no token: it ended with code 3.');
  await expect(token('echo tok_123; kill -9 $$')).rejects.toThrow('it was ended by SIGKILL.');
  await expect(token('true')).rejects.toThrow('it printed nothing.');
});

test('while the console is drawn, the last line that a failing program wrote to stderr is the reason', async () => {
  await expect(
    tokenBehindScreen(
      'echo Looking for a token. >&2; printf "\\033[31mNot signed in to the vault.\\033[0m\\n\\n" >&2; exit 3',
    ),
  ).rejects.toThrow('The program sh gave no token: it ended with code 3, and wrote: Not signed in to the vault.');
  await expect(tokenBehindScreen('echo The vault is empty >&2')).rejects.toThrow(
    'The program sh gave no token: it printed nothing, and wrote: The vault is empty.',
  );
});

test('what a program writes to stderr behind the screen is no part of the token, and its end is not waited for', async () => {
  expect(await tokenBehindScreen('yes | head -c 1000000 >&2; echo tok_123')).toBe('tok_123');
});

test('a token that a failing program wrote to stderr as well is not in the reason', async () => {
  const failing = tokenBehindScreen('echo tok_123; echo "the token tok_123 has expired" >&2; exit 3');
  await expect(failing).rejects.toThrow('The program sh gave no token: it ended with code 3.');
});

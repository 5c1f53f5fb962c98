import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenFromCommand } from '../../src/commands/token-command.ts';

const BOUNDS = { mostMs: 10_000, mostBytes: 64 * 1024 };

const token = (script: string, bounds = BOUNDS): Promise<string> =>
  tokenFromCommand(['sh', '-c', script], process.env, 'shared', bounds);

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
    token(`trap '' TERM; sleep 1000 & echo $! >${file}; wait; wait`, { ...BOUNDS, mostMs: 300 }),
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

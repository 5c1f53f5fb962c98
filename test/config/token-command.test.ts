import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenFromCommand } from '../../src/config/token-command.ts';
import { isRunning } from '../driver/processes.ts';

const BOUNDS = { maxMs: 10_000, maxBytes: 64 * 1024 };

const token = (script: string, bounds = BOUNDS): Promise<string> =>
  tokenFromCommand(['sh', '-c', script], 'shared', bounds);

/** Runs a token program while the console is drawn on the terminal. */
const tokenBehindScreen = (script: string): Promise<string> =>
  tokenFromCommand(['sh', '-c', script], 'drawn-on', BOUNDS);

function pidFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'pid');
}

/** Waits for the end of the program whose number a file has. */
const hasEnded = (file: string): Promise<void> =>
  expect.poll(() => isRunning(Number(readFileSync(file, 'utf8'))), { timeout: 100_000 }).toBe(false);

test('the token is the output of the program without surrounding blanks', async () => {
  expect(await token('echo "  tok_123 "')).toBe('tok_123');
});

test('a program that does not end is stopped with its children, also when it ignores SIGTERM', async () => {
  const file = pidFile();
  await expect(
    token(`trap '' TERM; sleep 1000 & echo $! >${file}; wait; wait`, { ...BOUNDS, maxMs: 300 }),
  ).rejects.toThrow('The program sh gave no token: it did not end within 0.3 s and was stopped.');
  await hasEnded(file);
});

test('a program that prints without end is stopped at 64 KiB, with its children', async () => {
  const file = pidFile();
  await expect(token(`echo $$ >${file}; yes | cat`)).rejects.toThrow(
    'The program sh gave no token: it printed more than 64 KiB and was stopped.',
  );
  await hasEnded(file);
});

test('a child that keeps the output of an ended program open delays nothing', async () => {
  const file = pidFile();
  expect(await token(`sleep 1000 & echo $! >${file}; echo tok_123`)).toBe('tok_123');
  process.kill(Number(readFileSync(file, 'utf8')));
});

test('the message for a failed program has its name and exit code, and nothing of its output', async () => {
  await expect(token('echo tok_123; exit 3')).rejects.toThrow('The program sh gave no token: it ended with code 3.');
  await expect(token('echo tok_123; kill -9 $$')).rejects.toThrow('it was ended by SIGKILL.');
  await expect(token('true')).rejects.toThrow('it printed nothing.');
});

test('while the console is drawn, the last line of a failing program on stderr is shown as the reason', async () => {
  await expect(
    tokenBehindScreen(
      'echo Looking for a token. >&2; printf "\\033[31mNot signed in to the vault.\\033[0m\\n\\n" >&2; exit 3',
    ),
  ).rejects.toThrow('The program sh gave no token: it ended with code 3, and wrote: Not signed in to the vault.');
  await expect(tokenBehindScreen('echo The vault is empty >&2')).rejects.toThrow(
    'The program sh gave no token: it printed nothing, and wrote: The vault is empty.',
  );
});

test('output of a program on stderr is no part of the token and does not block it while the console is drawn', async () => {
  expect(await tokenBehindScreen('yes | head -c 1000000 >&2; echo tok_123')).toBe('tok_123');
});

test('the reason never has the token in it, even when a failing program wrote it to stderr', async () => {
  const failing = tokenBehindScreen('echo tok_123; echo "the token tok_123 has expired" >&2; exit 3');
  await expect(failing).rejects.toThrow('The program sh gave no token: it ended with code 3.');
});

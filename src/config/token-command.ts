import type { ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import type { Cancel } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import { printableLine } from '../lib/sanitize.ts';
import { withoutPeriod } from '../lib/words.ts';
import { CommandFailure, EXIT, type ExitCode } from '../system/exit.ts';
import { answerOf, closePipes, endWithThis, startProgram, whenEnded } from '../system/programs.ts';
import { system } from '../system/system.ts';

/** Time in milliseconds, since it may ask the operator, and output in bytes. */
export type CommandBounds = { readonly maxMs: number; readonly maxBytes: number };

const BOUNDS: CommandBounds = { maxMs: 60_000, maxBytes: 64 * 1024 };

/** Between SIGTERM and SIGKILL, to restore the terminal. */
const GRACE_MS = 1000;

/** Characters of stderr kept while the console is drawn. */
const MAX_STDERR = 4096;
const LONGEST_LINE = 200;

/** A token program may ask on a shared terminal; while the console is drawn it gets none. */
export type TokenTerminal = 'shared' | 'drawn-on';

type End =
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'not-started'; readonly why: string }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'too-much' };

/** Runs a program that prints a token, which appears in no message. @throws {CommandFailure} if it fails. */
export async function tokenFromCommand(
  command: readonly string[],
  terminal: TokenTerminal,
  bounds: CommandBounds = BOUNDS,
  secret = 'token',
): Promise<string> {
  const [program = '', ...args] = command;
  // A process group ends as a whole, but has no terminal to ask on.
  const asks = terminal === 'shared' && system().input.isTTY === true;
  const child = startProgram(program, args, {
    kind: 'secret',
    stdio: terminal === 'shared' ? ['inherit', 'pipe', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: !asks,
  });
  if (!asks) endWithThis(child);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  const chunks: Buffer[] = [];
  const end = await untilEnd(child, chunks, bounds);
  if (end.kind === 'too-long' || end.kind === 'too-much') await endAll(child, asks ? 'tree' : 'group');
  closePipes(child);
  const failed = (code: ExitCode, why: string) =>
    new CommandFailure(code, `The program ${program} gave no ${secret}: ${why}.`);
  switch (end.kind) {
    case 'not-started':
      throw failed(EXIT.usage, `it could not be started: ${end.why}`);
    case 'too-long':
      throw failed(EXIT.usage, `it did not end within ${bounds.maxMs / 1000} s and was stopped`);
    case 'too-much':
      throw failed(EXIT.usage, `it printed more than ${bounds.maxBytes / 1024} KiB and was stopped`);
    case 'ended': {
      const token = Buffer.concat(chunks).toString('utf8').trim();
      const message = lastLine(stderr, token);
      const reason = message === '' ? '' : `, and wrote: ${message}`;
      if (end.signal !== null) throw failed(EXIT.signedOut, `it was ended by ${end.signal}${reason}`);
      if (end.code !== 0) throw failed(EXIT.signedOut, `it ended with code ${end.code}${reason}`);
      if (token === '') throw failed(EXIT.signedOut, `it printed nothing${reason}`);
      return token;
    }
  }
}

/** The last line, safe to print; empty if it contains the token. */
function lastLine(text: string, token: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .map((line) => printableLine(line).trim());
  const line = lines.findLast((one) => one !== '') ?? '';
  return token !== '' && line.includes(token) ? '' : withoutPeriod(line.slice(0, LONGEST_LINE));
}

function untilEnd(child: ChildProcess, chunks: Buffer[], { maxMs, maxBytes }: CommandBounds): Promise<End> {
  return new Promise((resolve) => {
    let bytes = 0;
    const cancel = system().clock.after(maxMs, () => done({ kind: 'too-long' }));
    const done = (end: End): void => {
      cancel();
      child.stdout?.removeAllListeners('data').pause();
      resolve(end);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) done({ kind: 'too-much' });
      else chunks.push(chunk);
    });
    child.on('error', (error) => done({ kind: 'not-started', why: describeError(error) }));
    child.once('exit', cancel);
    whenEnded(child, (code, signal) => done({ kind: 'ended', code, signal }));
  });
}

/** Ends a program and its children: SIGTERM first, since it may have changed the terminal. */
async function endAll(child: ChildProcess, whole: 'group' | 'tree'): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const targets = whole === 'group' ? [-pid] : await descendantsOf(pid);
  const over =
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise((end) => child.once('exit', end));
  for (const target of targets) signal(target, 'SIGTERM');
  let cancel: Cancel = () => undefined;
  const grace = new Promise<void>((end) => {
    cancel = system().clock.after(GRACE_MS, end);
  });
  await Promise.race([over, grace]);
  cancel();
  for (const target of targets) signal(target, 'SIGKILL');
  await over;
}

function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // It has ended, or its id is another user's.
  }
}

/** Only the process itself if `ps` fails. */
async function descendantsOf(pid: number): Promise<readonly number[]> {
  const listed = await answerOf('ps', ['-A', '-o', 'pid=,ppid=']).catch(() => null);
  const pairs = (listed?.stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) for (const [own, of] of pairs) if (of === parent && own !== undefined) found.push(own);
  return found;
}

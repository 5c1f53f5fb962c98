// system: the process and its machine: terminal, files, programs, logs; what is printed leaves by one file.

import { fstatSync, writeSync } from 'node:fs';
import { describeError } from '../lib/os-error.ts';
import { printableBlock, printableLine } from '../lib/sanitize.ts';

/**
 * The edge of the program: all output is printed here, made safe to print, and failed writes are noticed here.
 * Only the screen and the questions of `prompt.ts` reach the terminal another way.
 */

/** Failure of stdout: its reader has closed it, or it could not be written. */
type Loss = 'closed' | 'failed';

let lost: Loss | null = null;
/** Number of running tasks that must finish even when output fails. */
let unfinished = 0;
let isWatched = false;

/** Prints a text as one line, with line feeds escaped. */
export function writeLine(line: string): void {
  writeLines([line]);
}

/** Prints lines. */
export function writeLines(lines: readonly string[], end: '\n' | '\r\n' = '\n'): void {
  toStdout(lines.map((line) => printableLine(line) + end).join(''));
}

/** The terminal that is printed on. */
export const outputTerminal = {
  /** Whether stdout is a terminal. */
  isTerminal: (): boolean => process.stdout.isTTY === true,
  size: (): { readonly columns: number; readonly rows: number } => ({
    columns: process.stdout.columns || 80,
    rows: process.stdout.rows || 24,
  }),
  /** Calls a function when its size changes. Returns the function that stops it. */
  onResize: (then: () => void): (() => void) => {
    process.stdout.on('resize', then);
    return () => void process.stdout.off('resize', then);
  },
};

/** Clears the rest of a line, and of the screen. */
const [CLEAR_LINE, CLEAR_BELOW] = ['\u001b[K', '\u001b[J'];

/**
 * Prints lines on a terminal in place of the last ones that were printed this way, in one write, so that nothing flickers; in place of
 * the whole screen when its size has changed and it is not known where they are.
 */
export function rewriteLines(lines: readonly string[], linesBefore: number | 'unknown'): void {
  const up = linesBefore === 'unknown' ? '\u001b[H' : linesBefore === 0 ? '' : `\u001b[${linesBefore}A`;
  toStdout(`${up}${lines.map((line) => `${printableLine(line)}${CLEAR_LINE}\n`).join('')}${CLEAR_BELOW}`);
}

/** Prints a text of several lines, such as a help or a key, unchanged. */
export function writeBlock(text: string): void {
  toStdout(printableBlock(text));
}

/** Prints a line on stderr. */
export function writeErrorLine(line: string): void {
  writeErrorLines([line]);
}

/** Prints lines on stderr. */
export function writeErrorLines(lines: readonly string[]): void {
  toStderr(lines.map((line) => `${printableLine(line)}\n`).join(''));
}

/** Prints a text of several lines on stderr unchanged. */
export function writeErrorBlock(text: string): void {
  toStderr(printableBlock(text));
}

/** Prints a text that must not be lost, such as a secret. @throws the system's error when it can't be written. */
export async function printNow(text: string): Promise<void> {
  watchStreams();
  const error = await written(process.stdout, printableBlock(text));
  if (error !== null) throw error;
}

/**
 * Finishes `work` even when its output can't be written: writes are sent and their responses awaited.
 * Otherwise a program whose output can't be written ends at once.
 */
export async function flushOutput<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  unfinished += 1;
  try {
    return await work();
  } finally {
    unfinished -= 1;
  }
}

/** Makes lost output end the program with 1 instead of crashing it. */
export function watchStreams(): void {
  if (isWatched) return;
  isWatched = true;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', () => undefined);
  process.on('exit', (code) => {
    if (lost === 'failed' && code === 0) process.exitCode = 1;
  });
}

function toStdout(text: string): void {
  if (text === '' || lost !== null) return;
  watchStreams();
  void written(process.stdout, text).then((error) => {
    if (error !== null) stdoutLost(error);
  });
}

function stdoutLost(error: Error): void {
  if (lost !== null) return;
  lost = isClosed(error) ? 'closed' : 'failed';
  if (lost === 'failed') writeErrorLine(`The output could not be written: ${describeError(error)}.`);
  if (unfinished === 0) process.exit();
}

function toStderr(text: string): void {
  if (text === '') return;
  watchStreams();
  // A failure of stderr can't be reported anywhere.
  void written(process.stderr, text);
}

type Output = NodeJS.WriteStream & { readonly fd: number };

/** Writes a text; resolves with the error, or null. Files are written synchronously. */
function written(stream: Output, text: string): Promise<Error | null> {
  try {
    if (!isFile(stream)) return new Promise((done) => stream.write(text, (error) => done(error ?? null)));
    // Node reports success when the disk took only a part of the text.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(stream.fd, bytes, at);
    return Promise.resolve(null);
  } catch (error) {
    return Promise.resolve(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Whether a stream is a file or a device, not a terminal, pipe or socket. */
function isFile({ fd, isTTY }: Output): boolean {
  if (isTTY) return false;
  const kind = fstatSync(fd);
  return kind.isFile() || kind.isCharacterDevice();
}

/** Whether the reader has closed the pipe, as `head` does: not a failure, but no more output is read. */
function isClosed(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}

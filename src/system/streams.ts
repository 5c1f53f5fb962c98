// system: the process and its machine: terminal, files, programs, logs; what is printed leaves by one file.

import { fstatSync, writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { describeError } from '../lib/os-error.ts';
import { printableBlock, printableLine } from '../lib/sanitize.ts';
import { type System, system } from './system.ts';

/**
 * The edge of the program: all output is printed here, made safe to print, and failed writes are noticed here.
 * Only the screen and the questions of `prompt.ts` reach the terminal another way.
 */

/** Failure of stdout: its reader has closed it, or it could not be written. */
type Loss = 'closed' | 'failed';

/** What became of the output of a program. */
type OutputState = {
  lost: Loss | null;
  /** Number of running tasks that must finish even when output fails. */
  unfinished: number;
};

const states = new WeakMap<System, OutputState>();

function stateOf(of: System): OutputState {
  const state = states.get(of) ?? { lost: null, unfinished: 0 };
  states.set(of, state);
  return state;
}

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
  isTerminal: (): boolean => system().output.isTTY === true,
  size: (): { readonly columns: number; readonly rows: number } => ({
    columns: system().output.columns || 80,
    rows: system().output.rows || 24,
  }),
  /** Calls a function when its size changes. Returns the function that stops it. */
  onResize: (then: () => void): (() => void) => {
    const { output } = system();
    output.on('resize', then);
    return () => void output.off('resize', then);
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
  const error = await written(system().output, printableBlock(text));
  if (error !== null) throw error;
}

/**
 * Finishes `work` even when its output can't be written: writes are sent and their responses awaited.
 * Otherwise a program whose output can't be written ends at once.
 */
export async function flushOutput<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const state = stateOf(system());
  state.unfinished += 1;
  try {
    return await work();
  } finally {
    state.unfinished -= 1;
  }
}

const watched = new WeakSet<System>();

/** Makes lost output end the program with 1 instead of crashing it. */
export function watchStreams(): void {
  const own = system();
  if (watched.has(own)) return;
  watched.add(own);
  own.errors.on('error', () => undefined);
  own.output.on('error', () => undefined);
}

/** The exit code of a program that ends with `code`: output that could not be written is a failure. */
export function exitCodeWithOutput(code: number): number {
  return code === 0 && stateOf(system()).lost === 'failed' ? 1 : code;
}

function toStdout(text: string): void {
  const own = system();
  const state = stateOf(own);
  if (text === '' || state.lost !== null) return;
  watchStreams();
  void written(own.output, text).then((error) => {
    if (error === null || state.lost !== null) return;
    state.lost = isClosed(error) ? 'closed' : 'failed';
    if (state.lost === 'failed') writeErrorLine(`The output could not be written: ${describeError(error)}.`);
    if (state.unfinished === 0) own.exit();
  });
}

function toStderr(text: string): void {
  if (text === '') return;
  watchStreams();
  // A failure of stderr can't be reported anywhere.
  void written(system().errors, text);
}

/** Writes a text; resolves with the error, or null. Files are written synchronously. */
function written(stream: WriteStream, text: string): Promise<Error | null> {
  try {
    const file = fileOf(stream);
    if (file === null) return new Promise((done) => stream.write(text, (error) => done(error ?? null)));
    // Node reports success when the disk took only a part of the text.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    return Promise.resolve(null);
  } catch (error) {
    return Promise.resolve(error instanceof Error ? error : new Error(String(error)));
  }
}

/** The number of the file or device that a stream writes to; null for a terminal, pipe or socket. */
function fileOf(stream: WriteStream): number | null {
  if (stream.isTTY || !('fd' in stream) || typeof stream.fd !== 'number') return null;
  const kind = fstatSync(stream.fd);
  return kind.isFile() || kind.isCharacterDevice() ? stream.fd : null;
}

/** Whether the reader has closed the pipe, as `head` does: not a failure, but no more output is read. */
function isClosed(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}

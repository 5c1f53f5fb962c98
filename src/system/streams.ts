// system: the process and its machine: terminal, files, programs, logs.

import { fstatSync, writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { describeError } from '../lib/os-error.ts';
import { printableBlock, printableLine } from '../lib/sanitize.ts';
import { type System, system } from './system.ts';

/** All output is made safe and its failures are noticed here. Only the screen and `prompt.ts` write elsewhere. */

type Loss = 'closed' | 'failed';

type OutputState = {
  lost: Loss | null;
  /** Running tasks to finish even without output. */
  unfinished: number;
};

const states = new WeakMap<System, OutputState>();

function stateOf(of: System): OutputState {
  const state = states.get(of) ?? { lost: null, unfinished: 0 };
  states.set(of, state);
  return state;
}

/** Prints one line, with line feeds escaped. */
export function writeLine(line: string): void {
  writeLines([line]);
}

export function writeLines(lines: readonly string[], end: '\n' | '\r\n' = '\n'): void {
  toStdout(lines.map((line) => printableLine(line) + end).join(''));
}

export const outputTerminal = {
  isTerminal: (): boolean => system().output.isTTY === true,
  size: (): { readonly columns: number; readonly rows: number } => ({
    columns: system().output.columns || 80,
    rows: system().output.rows || 24,
  }),
  onResize: (then: () => void): (() => void) => {
    const { output } = system();
    output.on('resize', then);
    return () => void output.off('resize', then);
  },
};

const [CLEAR_LINE, CLEAR_BELOW] = ['\u001b[K', '\u001b[J'];

/** Rewrites the last lines without flicker; the whole screen after a resize. */
export function rewriteLines(lines: readonly string[], linesBefore: number | 'unknown'): void {
  const up = linesBefore === 'unknown' ? '\u001b[H' : linesBefore === 0 ? '' : `\u001b[${linesBefore}A`;
  toStdout(`${up}${lines.map((line) => `${printableLine(line)}${CLEAR_LINE}\n`).join('')}${CLEAR_BELOW}`);
}

export function writeBlock(text: string): void {
  toStdout(printableBlock(text));
}

export function writeErrorLine(line: string): void {
  writeErrorLines([line]);
}

export function writeErrorLines(lines: readonly string[]): void {
  toStderr(lines.map((line) => `${printableLine(line)}\n`).join(''));
}

export function writeErrorBlock(text: string): void {
  toStderr(printableBlock(text));
}

/** Prints at once, so that a secret is out before the program goes on. @throws the system's error. */
export async function printNow(text: string): Promise<void> {
  watchStreams();
  const error = await written(system().output, printableBlock(text));
  if (error !== null) throw error;
}

/** Finishes `work` without its output: writes are sent and answered. Otherwise lost output ends the program. */
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

export function watchStreams(): void {
  const own = system();
  if (watched.has(own)) return;
  watched.add(own);
  own.errors.on('error', () => undefined);
  own.output.on('error', () => undefined);
}

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

function written(stream: WriteStream, text: string): Promise<Error | null> {
  try {
    const file = fileOf(stream);
    if (file === null) return new Promise((done) => stream.write(text, (error) => done(error ?? null)));
    // Node reports success when the disk took only a part.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    return Promise.resolve(null);
  } catch (error) {
    return Promise.resolve(error instanceof Error ? error : new Error(String(error)));
  }
}

function fileOf(stream: WriteStream): number | null {
  if (stream.isTTY || !('fd' in stream) || typeof stream.fd !== 'number') return null;
  const kind = fstatSync(stream.fd);
  return kind.isFile() || kind.isCharacterDevice() ? stream.fd : null;
}

/** A closed reader, such as `head`, is no failure but ends the output. */
function isClosed(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}

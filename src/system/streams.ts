import { fstatSync, writeSync } from 'node:fs';
import { describeError } from '../lib/os-error.ts';
import { printableBlock, printableLine } from '../lib/sanitize.ts';

/**
 * The edge: everything that is printed leaves the program here, made safe to print, and here it is noticed when it
 * can't be written. Only the screen itself and the questions of `prompt.ts` go to the terminal another way.
 */

/** What has become of stdout: nobody reads it any more, or it could not be written. */
type Loss = 'closed' | 'failed';

let lost: Loss | null = null;
/** How much is under way that must come to its end. */
let unfinished = 0;
let isWatched = false;

/** Prints a line; whatever is in it stays in one line. */
export function writeLine(line: string): void {
  writeLines([line]);
}

/** Prints lines. */
export function writeLines(lines: readonly string[], end: '\n' | '\r\n' = '\n'): void {
  toStdout(lines.map((line) => printableLine(line) + end).join(''));
}

/** Prints a text of several lines, such as a help or a key, as it is. */
export function writeBlock(text: string): void {
  toStdout(printableBlock(text));
}

/** Says a line on stderr. */
export function writeErrorLine(line: string): void {
  writeErrorLines([line]);
}

/** Says lines on stderr. */
export function writeErrorLines(lines: readonly string[]): void {
  toStderr(lines.map((line) => `${printableLine(line)}\n`).join(''));
}

/** Says a text of several lines on stderr as it is. */
export function writeErrorBlock(text: string): void {
  toStderr(printableBlock(text));
}

/** Prints a text of several lines that must not be lost, such as a secret. @throws what the system says when it can't be written. */
export async function printNow(text: string): Promise<void> {
  watchStreams();
  const error = await written(process.stdout, printableBlock(text));
  if (error !== null) throw error;
}

/**
 * Carries on to the end of `work` even when what it prints can't be written: changes are sent, answers are waited for.
 * Without it a program whose output can't be written ends at once.
 */
export async function flushOutput<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  unfinished += 1;
  try {
    return await work();
  } finally {
    unfinished -= 1;
  }
}

/** From now on a stream that breaks is no crash, and output that was lost ends the program with 1. */
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
  // There is nowhere left to say it.
  void written(process.stderr, text);
}

type Output = NodeJS.WriteStream & { readonly fd: number };

/** Writes a text; answers with what kept it from being written. What is a file has it when this returns. */
function written(stream: Output, text: string): Promise<Error | null> {
  try {
    if (!isFile(stream)) return new Promise((done) => stream.write(text, (error) => done(error ?? null)));
    // Node takes a disk that holds only a part of the text for one that holds all of it.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(stream.fd, bytes, at);
    return Promise.resolve(null);
  } catch (error) {
    return Promise.resolve(error instanceof Error ? error : new Error(String(error)));
  }
}

/** A file or a device, not a terminal, a pipe or a socket. */
function isFile({ fd, isTTY }: Output): boolean {
  if (isTTY) return false;
  const kind = fstatSync(fd);
  return kind.isFile() || kind.isCharacterDevice();
}

/** Whoever reads a pipe and has read enough goes away: nothing is wrong, and nobody is left to write to. */
function isClosed(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}

import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { printableLine } from '../lib/sanitize.ts';

/**
 * Keeps stdout and stderr of this process off the terminal: `console.log` and libraries would write over the screen, which then
 * is not what its renderer believes it to be. Each line of theirs is handed to `onLine` instead, with the stream it was meant for.
 * Answers with what lets both write again.
 */
export function captureOutput(onLine: (line: string) => void): () => void {
  const held = { stdout: process.stdout, stderr: process.stderr };
  const releases = Object.entries(held)
    // What goes to a file or a pipe disturbs nothing.
    .filter(([, stream]) => stream.isTTY)
    .map(([name, stream]) =>
      replaceWrite(stream, (text) => {
        for (const line of linesOf(text)) onLine(`${name}: ${line}`);
      }),
    );
  return () => {
    for (const release of releases) release();
  };
}

/** Replaces what a stream does with a text; answers with what puts it back. */
function replaceWrite(stream: WriteStream, take: (text: string) => void): () => void {
  const before = Object.getOwnPropertyDescriptor(stream, 'write');
  stream.write = (
    chunk: Uint8Array | string,
    encodingOrDone?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const after = typeof encodingOrDone === 'function' ? encodingOrDone : done;
    if (after !== undefined) queueMicrotask(() => after());
    return true;
  };
  return () => {
    if (before === undefined) Reflect.deleteProperty(stream, 'write');
    else Object.defineProperty(stream, 'write', before);
  };
}

/** The lines of a text that say something, safe to print. */
function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .map((line) => printableLine(line).trim())
    .filter((line) => line !== '');
}

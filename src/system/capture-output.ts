import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { printableLine } from '../lib/sanitize.ts';
import { system } from './system.ts';

/** Passes output of this process to `onLine`: on the terminal it would overwrite the screen. */
export function captureOutput(onLine: (line: string) => void): () => void {
  const { output, errors } = system();
  const held = { stdout: output, stderr: errors };
  const releases = Object.entries(held)
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

function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .map((line) => printableLine(line).trim())
    .filter((line) => line !== '');
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { requireRegularFile } from '../../../lib/files.ts';

/** The bytes of a recording. A file is read in windows, however large it is. */
export type Source = {
  readonly size: number;
  /** Bytes from a position on: fewer than asked for where they end. */
  readonly read: (from: number, length: number) => Buffer;
  readonly close: () => void;
};

/** Opens a file. @throws the system's error, or that it is not a file. */
export function openSource(path: string): Source {
  requireRegularFile(path);
  const file = openSync(path, 'r');
  return {
    size: fstatSync(file).size,
    read: (from, length) => {
      const bytes = Buffer.allocUnsafe(length);
      let got = 0;
      while (got < length) {
        const more = readSync(file, bytes, got, length - got, from + got);
        if (more === 0) break;
        got += more;
      }
      return bytes.subarray(0, got);
    },
    close: () => closeSync(file),
  };
}

/** Bytes in memory. */
export const sourceOf = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: (from, length) => bytes.subarray(from, from + length),
  close: () => undefined,
});

/** Bytes of a window. */
const WINDOW = 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line of a source, without its line feed. */
export type SourceLine = { readonly text: string; readonly from: number; readonly length: number };

/** The whole lines of a source, in windows. Returns whether bytes are left after the last line feed. */
export function* linesOf(source: Source): Generator<SourceLine, boolean> {
  let begun: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < source.size; ) {
    const window = source.read(at, Math.min(WINDOW, source.size - at));
    // The file has become shorter.
    if (window.length === 0) return true;
    at += window.length;
    let start = 0;
    for (let end = window.indexOf(LINE_FEED); end >= 0; end = window.indexOf(LINE_FEED, start)) {
      const bytes = Buffer.concat([...begun, window.subarray(start, end)]);
      yield { text: bytes.toString('utf8'), from, length: bytes.length };
      begun = [];
      from += bytes.length + 1;
      start = end + 1;
    }
    if (start < window.length) begun.push(window.subarray(start));
  }
  return begun.length > 0;
}

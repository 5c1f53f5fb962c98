import { writeSync } from 'node:fs';
import type { IPty } from '@lydell/node-pty';

/** Pause before the next write while the program has not read its input, in milliseconds. */
const AGAIN_MS = 2;

/**
 * Writes to a pseudo-terminal without ever blocking. node-pty's own write busy-waits while the kernel's
 * buffer (4 kB) is full: if the program waits for us to read its output, both are blocked for good.
 */
export function writerTo(pty: IPty): (bytes: string) => void {
  const fd = 'fd' in pty && typeof pty.fd === 'number' ? pty.fd : null;
  if (fd === null) return (bytes) => pty.write(bytes);
  const waiting: Buffer[] = [];
  let pausing = false;
  let over = false;
  // From here on the file descriptor may belong to another file.
  pty.onExit(() => {
    over = true;
  });

  function flush(): void {
    pausing = false;
    for (let next = waiting.shift(); next !== undefined && !over; next = waiting.shift()) {
      const written = writeSome(fd ?? -1, next);
      if (written === next.length) continue;
      waiting.unshift(next.subarray(written));
      pausing = true;
      setTimeout(flush, AGAIN_MS);
      return;
    }
  }

  return (bytes) => {
    waiting.push(Buffer.from(bytes));
    if (!pausing) flush();
  };
}

/** The number of bytes that the kernel took; all of them when no reader is left. */
function writeSome(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EAGAIN') return 0;
    if (code === 'EIO' || code === 'EBADF') return bytes.length;
    throw error;
  }
}

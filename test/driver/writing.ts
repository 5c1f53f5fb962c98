import { writeSync } from 'node:fs';
import type { IPty } from '@lydell/node-pty';

/** How long to leave the program alone when it has not yet read what it was sent. */
const AGAIN_MS = 2;

/**
 * Writes to a pseudo-terminal without ever waiting for it. node-pty's own write spins in place while the kernel's
 * buffer (4 kB) is full: when the program in turn waits for us to read what it wrote, both stand still for good.
 */
export function writerTo(pty: IPty): (bytes: string) => void {
  const fd = 'fd' in pty && typeof pty.fd === 'number' ? pty.fd : null;
  if (fd === null) return (bytes) => pty.write(bytes);
  const waiting: Buffer[] = [];
  let pausing = false;
  let over = false;
  // The number of the file may belong to another one from here on.
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

/** How many bytes the kernel took; all of them when nobody is left to read any. */
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

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a pipe that nobody writes to or reads from: whoever opens it waits for ever. */
export function pipeAt(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  execFileSync('mkfifo', ['-m', '600', path]);
  return path;
}

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'vitest';

export const NOBODY = 65_534;

/** A folder that all may write to, as /tmp; only the administrator can give files away. */
export function shared(context: TestContext, folder: string): string {
  if (process.getuid?.() !== 0) context.skip('only root can give files to another user');
  const path = join(folder, 'shared');
  mkdirSync(path);
  chmodSync(path, 0o1777);
  return path;
}

/** Makes a pipe that nobody writes to or reads from: whoever opens it waits for ever. */
export function pipeAt(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  execFileSync('mkfifo', ['-m', '600', path]);
  return path;
}

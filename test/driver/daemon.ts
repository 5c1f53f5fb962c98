import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { killIfRunning } from './processes.ts';

/** A process outside its session that keeps the given output open. */
export type Daemon = {
  /** A shell line that starts one until the end of the test. */
  readonly start: string;
  readonly started: () => number;
};

export function createDaemon(): Daemon {
  const folder = mkdtempSync(join(tmpdir(), 'daemon-'));
  const file = join(folder, 'pids');
  const pids = (): readonly number[] =>
    existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
  onTestFinished(() => {
    for (const pid of pids()) killIfRunning(pid);
    rmSync(folder, { recursive: true, force: true });
  });
  return { start: `setsid sh -c "echo \\$\\$ >>${file}; exec sleep 1000" </dev/null &`, started: () => pids().length };
}

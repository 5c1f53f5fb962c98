import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { killIfRunning } from './processes.ts';

/** A process that leaves its session and keeps the output that it was started with open. */
export type Daemon = {
  /** Line for a shell that starts one; it runs until the end of the test. */
  readonly start: string;
  /** How many were started. */
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

import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { node, program } from './built.ts';
import type { Variables } from './environment.ts';

/** Runs a command of the program, or of another build of it, until it has printed so many whole lines, and ends it with SIGTERM. */
export function runUntil(
  count: number,
  args: readonly string[],
  env: Variables,
  path = program,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(node, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
    if (out.split('\n').length > count) child.kill('SIGTERM');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, out, err }));
  });
}

import { spawn } from 'node:child_process';
import type { Home, Variables } from '../driver/environment.ts';

export type ProgramEnd = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs a program in a home, without a terminal, and waits for its end. */
export function ranAs(
  command: string,
  args: readonly string[],
  { folder, env }: Home,
  more: Variables = {},
): Promise<ProgramEnd> {
  const child = spawn(command, [...args], { cwd: folder, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  return new Promise((done) => child.once('close', (code) => done({ code, out, err })));
}

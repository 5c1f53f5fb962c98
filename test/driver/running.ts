import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';
import { node, program } from './built.ts';
import { type Home, runsPrograms, type Variables } from './environment.ts';
import { openCommandHere, type RunningProgram } from './here/command.ts';

export type ProgramEnd = { readonly code: number | null; readonly out: string; readonly err: string };

/** Longer than a killed program's lease, and the doubt in lists. */
const WAIT = { timeout: 100_000, interval: 50 };

/** Without a terminal, until the end of the test. */
export function openProgram(
  args: readonly string[],
  home: Pick<Home, 'folder' | 'env'>,
  env: Variables = {},
): RunningProgram {
  const variables = withVariables(home.env, env);
  if (!runsPrograms) return openCommandHere(args, { folder: home.folder, env: variables });
  const child = spawn(node, [program, ...args], {
    cwd: home.folder,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (code, signal) => resolve([code, signal])),
  );
  return {
    pid: child.pid ?? 0,
    out: () => out,
    errors: () => err,
    prints: (text) => expect.poll(() => `${out}${err}`, WAIT).toMatch(text),
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

export async function runProgram(
  args: readonly string[],
  home: Pick<Home, 'folder' | 'env'>,
  env: Variables = {},
): Promise<ProgramEnd> {
  const running = openProgram(args, home, env);
  const [code] = await running.ended;
  return { code, out: running.out(), err: running.errors() };
}

/** `undefined` removes one. */
function withVariables(before: Home['env'], changes: Variables): Record<string, string> {
  const env = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return env;
}

/** Ends a command with SIGTERM after so many printed lines. */
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

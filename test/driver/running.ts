import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';
import { node, program } from './built.ts';
import { type Home, runsPrograms, type Variables } from './environment.ts';
import { openCommandHere } from './here/command.ts';
import type { RunningProgram } from './running-program.ts';

/** How a program ended, and what it printed. */
export type ProgramEnd = { readonly code: number | null; readonly out: string; readonly err: string };

/** Longest wait for a line: longer than a lease is kept for a program that was killed, and the time after which lists are believed. */
const WAIT = { timeout: 100_000, interval: 50 };

/** Starts a command of the program in a home, without a terminal, until the end of the test. */
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

/** Runs a command of the program in a home, without a terminal, and waits for its end. */
export async function runProgram(
  args: readonly string[],
  home: Pick<Home, 'folder' | 'env'>,
  env: Variables = {},
): Promise<ProgramEnd> {
  const running = openProgram(args, home, env);
  const [code] = await running.ended;
  return { code, out: running.out(), err: running.errors() };
}

/** The variables with changes; `undefined` removes one. */
function withVariables(before: Home['env'], changes: Variables): Record<string, string> {
  const env = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return env;
}

import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';
import { node, program } from './built.ts';
import type { Home, Variables } from './environment.ts';

/** A program without a terminal that runs. */
export type RunningProgram = {
  readonly pid: number;
  readonly out: () => string;
  readonly errors: () => string;
  /** Waits until its output or its errors have a text. */
  readonly prints: (text: RegExp) => Promise<void>;
  /** Resolves with its exit code and the signal that ended it. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  /** Sends it a signal and waits for its end. Returns its exit code and the signal that ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<readonly [number | null, NodeJS.Signals | null]>;
};

/** Longest wait for a line: longer than a lease is kept for a program that was killed, and the time after which lists are believed. */
const WAIT = { timeout: 100_000, interval: 50 };

/** Starts a command of the program in a home, without a terminal, until the end of the test. */
export function openProgram(
  args: readonly string[],
  home: Pick<Home, 'folder' | 'env'>,
  env: Variables,
): RunningProgram {
  const child = spawn(node, [program, ...args], {
    cwd: home.folder,
    env: { ...home.env, ...env },
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

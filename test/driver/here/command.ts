import { onTestFinished } from 'vitest';
import type { Home } from '../environment.ts';
import { startHere } from './program.ts';
import { InputHere, OutputHere } from './streams.ts';
import { underWay } from './under-way.ts';
import { worldOfTest } from './world.ts';

/** Longer than any lease, in milliseconds of its clock. */
const WAIT_MS = 15 * 60_000;

/** Until the end of the test. */
export function openCommandHere(args: readonly string[], home: Pick<Home, 'folder' | 'env'>): RunningProgram {
  const world = worldOfTest();
  let [out, err] = ['', ''];
  const input = new InputHere(false);
  input.push(null);
  const output = new OutputHere((text) => {
    out += text;
  }, null);
  const errors = new OutputHere((text) => {
    err += text;
  }, null);
  const program = startHere({ args, home, world, input, output, errors });
  let ending: readonly [number | null, NodeJS.Signals | null] | null = null;
  void program.ended.then((code) => {
    ending ??= [code, null];
  });
  const waited = async (what: string, holds: () => boolean): Promise<void> => {
    if (!(await world.until(holds, WAIT_MS)))
      throw new Error(`spotdeck ${args.join(' ')}: ${what} within ${WAIT_MS / 60_000} minutes. It said:\n${out}${err}`);
  };
  const over = async (): Promise<readonly [number | null, NodeJS.Signals | null]> => {
    await waited('it did not end', () => ending !== null);
    return ending ?? [null, null];
  };
  const kill = (signal: NodeJS.Signals): void => {
    underWay.changed();
    if (ending !== null || program.signal(signal)) return;
    if (signal === 'SIGKILL')
      throw new Error('A program of this process can not be killed: the story needs a process of its own.');
    // An unheard signal ends the program; its work is no longer waited for.
    ending = [null, signal];
  };
  onTestFinished(async () => {
    if (ending !== null) return;
    kill('SIGTERM');
    await over();
  });
  return {
    pid: process.pid,
    out: () => out,
    errors: () => err,
    prints: (text) => waited(`it did not print ${String(text)}`, () => text.test(`${out}${err}`)),
    get ended() {
      return over();
    },
    end: (signal) => {
      kill(signal);
      return over();
    },
  };
}

/** Without a terminal. */
export type RunningProgram = {
  readonly pid: number;
  readonly out: () => string;
  readonly errors: () => string;
  /** In its output or its errors. */
  readonly prints: (text: RegExp) => Promise<void>;
  /** Exit code, and the signal that ended it. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  /** Resolves as `ended`. */
  readonly end: (signal: NodeJS.Signals) => Promise<readonly [number | null, NodeJS.Signals | null]>;
};

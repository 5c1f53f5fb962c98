import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { ReadStream, WriteStream } from 'node:tty';
import { type Clock, machineClock } from '../lib/clock.ts';
import { proxiedFetch } from './proxy.ts';

type OnSignal = (name: NodeJS.Signals, then: (signal: NodeJS.Signals) => unknown) => unknown;

/** A program's terminal, environment, time, network and programs: of the process, or of a test. */
export interface System {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly errors: WriteStream;
  /** Secrets are removed once read: started programs don't inherit them. */
  readonly environment: Record<string, string | undefined>;
  readonly home: () => string;
  /** The base of relative paths. */
  readonly folder: () => string;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly fetch: typeof fetch;
  readonly spawn: typeof spawn;
  readonly signals: { readonly on: OnSignal; readonly off: OnSignal };
  readonly setExitCode: (code: number) => void;
  /** Ends the program at once with that exit code. */
  readonly exit: () => void;
  /** May watch and limit the heap. */
  readonly isAlone: boolean;
}

export const thisProcess: System = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stdout;
  },
  get errors() {
    return process.stderr;
  },
  environment: process.env,
  home: homedir,
  folder: process.cwd,
  clock: machineClock,
  random: Math.random,
  fetch: proxiedFetch(process.env),
  spawn,
  signals: { on: (name, then) => process.on(name, then), off: (name, then) => process.off(name, then) },
  setExitCode: (code) => {
    process.exitCode = code;
  },
  exit: () => process.exit(),
  isAlone: true,
};

const running = new AsyncLocalStorage<System>();

export const system = (): System => running.getStore() ?? thisProcess;

export const runOn = <Result>(other: System, program: () => Result): Result => running.run(other, program);

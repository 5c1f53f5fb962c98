import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { ReadStream, WriteStream } from 'node:tty';
import { type Clock, machineClock } from '../lib/clock.ts';
import { proxiedFetch } from './proxied-fetch.ts';

type OnSignal = (name: NodeJS.Signals, then: (signal: NodeJS.Signals) => unknown) => unknown;

/**
 * What a program has of the process it runs in: its terminal, environment, time, network and programs. `cli` makes it of the process; tests
 * make others, with an emulated terminal, a clock of their own and a market in memory.
 */
export interface System {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly errors: WriteStream;
  /** Variables with secrets are removed once they are read, so that no program that is started inherits them. */
  readonly environment: Record<string, string | undefined>;
  /** The operator's home folder. */
  readonly home: () => string;
  /** The folder that relative paths begin in. */
  readonly folder: () => string;
  readonly clock: Clock;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  readonly fetch: typeof fetch;
  /** Starts another program. */
  readonly spawn: typeof spawn;
  /** Begins and ends to listen for signals that end the program, or that its terminal sends. */
  readonly signals: { readonly on: OnSignal; readonly off: OnSignal };
  /** Sets the exit code with which the program ends. */
  readonly setExitCode: (code: number) => void;
  /** Ends the program at once, with that exit code. */
  readonly exit: () => void;
  /** Whether this program is alone in the process, so that it may watch the heap and change its limits. */
  readonly isAlone: boolean;
}

/** The process that this code runs in. */
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

/** The system of the program that asks. */
export const system = (): System => running.getStore() ?? thisProcess;

/** Runs a program, and whatever it starts, on another system than this process. */
export const runOn = <Result>(other: System, program: () => Result): Result => running.run(other, program);

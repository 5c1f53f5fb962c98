import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as InProcess from '../../../src/cli/in-process.ts';
import type { System } from '../../../src/system/system.ts';
import { program } from '../built.ts';
import type { Home } from '../environment.ts';
import { startMarketHere } from './market.ts';
import { countedFetch } from './network.ts';
import type { InputHere, OutputHere } from './streams.ts';
import { underWay } from './under-way.ts';
import type { World } from './world.ts';

/** They begin something when loaded. */
const ENTRIES: readonly string[] = ['cli.js', 'journal-worker.js', 'main.js', 'market-worker.js'];

/** Loads the program whole: later loads would be invisible work. */
async function loadProgram(): Promise<typeof InProcess> {
  const folder = dirname(program);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js') && !ENTRIES.includes(name));
  await Promise.all(files.map((name) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)));
  const loaded: typeof InProcess = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'in-process.js')).href);
  return loaded;
}

let loading: Promise<typeof InProcess> | undefined;

export type ProgramHere = {
  readonly ended: Promise<number>;
  /** Runs something on behalf of the program. */
  readonly within: (act: () => void) => void;
  /** Returns whether it listens. */
  readonly signal: (signal: NodeJS.Signals) => boolean;
};

export type StartHere = {
  readonly args: readonly string[];
  readonly home: Pick<Home, 'folder' | 'env'>;
  readonly world: World;
  readonly input: InputHere;
  readonly output: OutputHere;
  readonly errors: OutputHere;
};

/** All of the program, from command line to terminal. */
export function startHere({ args, home, world, input, output, errors }: StartHere): ProgramHere {
  const signals = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  let code = 0;
  let exit = (): void => undefined;
  const exited = new Promise<number>((resolve) => {
    // Only after output that could not be written.
    exit = () => resolve(code === 0 ? 1 : code);
  });
  const system: System & { readonly exitCode: () => number } = {
    input,
    output,
    errors,
    environment: { ...home.env },
    home: () => home.env['HOME'] ?? home.folder,
    folder: () => home.folder,
    clock: world.clock,
    random: Math.random,
    fetch: countedFetch,
    // @ts-expect-error: the overloads of spawn can't be repeated
    spawn: (command: string, words: readonly string[], options: object) =>
      underWay.child(spawn(command, words, { cwd: home.folder, env: system.environment, ...options })),
    signals: {
      on: (name, then) => signals.on(name, then),
      off: (name, then) => signals.off(name, then),
    },
    setExitCode: (next) => {
      code = next;
    },
    exitCode: () => code,
    exit: () => exit(),
    isAlone: false,
    startMarket: (options, log) => startMarketHere(world, options, log),
  };
  loading ??= loadProgram();
  let runOn: typeof InProcess.runOn | undefined;
  const run = underWay.request(loading).then((loaded) => {
    ({ runOn } = loaded);
    return Promise.race([loaded.runProgram(system, args), exited]);
  });
  return {
    ended: run,
    within: (act) => (runOn === undefined ? act() : runOn(system, act)),
    signal: (signal) => (runOn === undefined ? false : runOn(system, () => signals.emit(signal, signal))),
  };
}

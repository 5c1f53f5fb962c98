import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freshHome, type Home, type Variables } from '../driver/environment.ts';
import { runProgram } from '../driver/running.ts';

export type ProgramEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
};

/** The built program as a command with a new home, as a script calls it. */
export type Program = {
  readonly home: Home;
  readonly run: (args: readonly string[], env?: Variables) => Promise<ProgramEnd>;
};

export function openProgram(env: Variables = {}): Program {
  const home = freshHome(env);
  onTestFinished(() => home.remove());
  return {
    home,
    run: (args, more = {}) => runProgram(args, home, more).then((end) => ({ ...end, signal: null })),
  };
}

/** Runs a program without a terminal and without input, and returns its output. */
export function runHere(
  command: string,
  args: readonly string[],
  where: { readonly cwd: string; readonly env: Variables },
): Promise<ProgramEnd> {
  const child = spawn(command, args, { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) =>
      done({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
  });
}

/** Stub programs before the system's on the PATH that record their calls. */
export type Stand = {
  readonly path: string;
  /** Folder of the stubs. */
  readonly folder: string;
  /** The arguments of each call so far, oldest first. */
  readonly calls: (name: string) => readonly (readonly string[])[];
};

/** Format of a recorded call: its arguments, each followed by the first character, and the second one at the end. */
const [ARGUMENT, CALL] = ['\u0002', '\u0001'];

/** Creates stub programs in a folder; each records its arguments and then runs its line of shell. */
export function standIns(home: Home, programs: Readonly<Record<string, string>>): Stand {
  const folder = join(home.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const [name, effect] of Object.entries(programs)) {
    const log = join(folder, `${name}.calls`);
    writeFileSync(log, '');
    const file = join(folder, name);
    // One write for each call, so that two calls at once do not mix.
    const note = `call=; for one in "$@"; do call="$call$one${ARGUMENT}"; done; printf '%s${CALL}' "$call" >>'${log}'`;
    writeFileSync(file, `#!/bin/sh\n${note}\n${effect}\n`);
    chmodSync(file, 0o755);
  }
  return {
    folder,
    path: `${folder}:${process.env['PATH']}`,
    calls: (name) =>
      readFileSync(join(folder, `${name}.calls`), 'utf8')
        .split(CALL)
        .slice(0, -1)
        .map((call) => call.split(ARGUMENT).slice(0, -1)),
  };
}

/** Runs a few at a time, as each starts a program. */
export async function eachOf<One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Whether this machine has a program. */
export const isHere = (name: string): boolean => spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name]).status === 0;

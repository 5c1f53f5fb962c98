import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Clock } from '../lib/clock.ts';
import { type ProgramKind, programEnvironment } from './program-environment.ts';
import { system } from './system.ts';
import type { Environment } from './terminal.ts';

/** A child may hold the output open for ever, in milliseconds. */
const DRAIN_MS = 500;

type OnEnd = (code: number | null, signal: NodeJS.Signals | null) => void;

/** Calls `then` after a program's end and last output, with its pipes closed. */
export function whenEnded(child: ChildProcess, then: OnEnd, clock: Pick<Clock, 'after'> = system().clock): void {
  let isOver = false;
  let cancel = (): void => undefined;
  const end: OnEnd = (code, signal) => {
    if (isOver) return;
    isOver = true;
    cancel();
    closePipes(child);
    then(code, signal);
  };
  child.once('exit', (code, signal) => {
    cancel = clock.after(DRAIN_MS, () => end(code, signal));
  });
  child.once('close', end);
}

export function closePipes({ stdio }: ChildProcess): void {
  for (const pipe of stdio) pipe?.destroy();
}

/** Time to end after SIGTERM, in milliseconds. */
const END_MS = 1000;

/** Signals a process group by its leader. */
export function killGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: the group has just ended. EPERM: on macOS, a group ended but not waited for.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Ends a group with SIGTERM, and a second later with SIGKILL. */
export function endGroup(child: ChildProcess, clock: Pick<Clock, 'after'> = system().clock): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  killGroup(pid, 'SIGTERM');
  const cancel = clock.after(END_MS, () => killGroup(pid, 'SIGKILL'));
  // A child may ignore the signal. The group's number is not reused while it has a process.
  child.once('exit', () => {
    if (!hasProcess(pid)) cancel();
  });
}

function hasProcess(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const running = new Map<number, ChildProcess>();

function killAll(): void {
  for (const pid of running.keys()) killGroup(pid, 'SIGKILL');
}

/** Ends a group leader with this program, at the latest at exit. */
export function endWithThis(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (running.size === 0) process.on('exit', killAll);
  running.set(pid, child);
  child.once('exit', () => {
    running.delete(pid);
    if (running.size === 0) process.off('exit', killAll);
  });
}

/** Ends the programs that still run; what ignores the signal is killed a second later. */
export function endPrograms(): void {
  for (const child of running.values()) endGroup(child);
}

type ProgramStart = Pick<SpawnOptions, 'stdio' | 'detached'> & {
  readonly kind: ProgramKind;
  readonly values?: Environment;
};

/** The only way to start a program. @throws the system's error. */
export function startProgram(
  program: string,
  args: readonly string[],
  { kind, values, ...options }: ProgramStart,
): ChildProcess {
  return system().spawn(program, args, { ...options, env: programEnvironment(kind, values) });
}

/** In characters and milliseconds. */
const MOST = 1024 * 1024;
const ANSWERS_MS = 5000;

export type ProgramAnswer = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a quick program, and ends a slow one. @throws the system's error on a failed start. */
export async function answerOf(program: string, args: readonly string[]): Promise<ProgramAnswer> {
  const { clock } = system();
  const child = startProgram(program, args, { kind: 'tool', stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  endWithThis(child);
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] = (printed[name] + chunk).slice(0, MOST);
    });
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ANSWERS_MS, () => endGroup(child));
    child.once('error', (error) => {
      cancel();
      reject(error);
    });
    whenEnded(child, (code) => {
      cancel();
      resolve({ code, ...printed });
    });
  });
}

import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../lib/clock.ts';
import { system } from './system.ts';

/** Time for the last output of a program that has ended to arrive, in milliseconds: what it started may hold the output open for ever. */
const DRAIN_MS = 500;

type OnEnd = (code: number | null, signal: NodeJS.Signals | null) => void;

/**
 * Calls a function once a program has ended and its output was read, or a short time after its end when something else holds the output
 * open. Its pipes are closed then: nothing more is read, and they keep this program no longer.
 */
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

/** Closes this side of the pipes of a program, whoever holds the other side. */
export function closePipes({ stdio }: ChildProcess): void {
  for (const pipe of stdio) pipe?.destroy();
}

/** Time for a program to end after SIGTERM, in milliseconds. */
const END_MS = 1000;

/** Sends a signal to a process that is the first of its group, and to all others of the group. */
export function killGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: the group has just ended. EPERM: on macOS, of a group that has ended but was not waited for.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Ends a program that is the first of its group, and the group: with SIGTERM, and with SIGKILL what still runs a second later. */
export function endGroup(child: ChildProcess, clock: Pick<Clock, 'after'> = system().clock): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  killGroup(pid, 'SIGTERM');
  const cancel = clock.after(END_MS, () => killGroup(pid, 'SIGKILL'));
  // What it started may ignore the signal. The number of a group is not given to another one while the group has a process.
  child.once('exit', () => {
    if (!hasProcess(pid)) cancel();
  });
}

/** Whether a group has a process that has not ended. */
function hasProcess(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Programs that end with this one and have not ended, by the number of their process: each is the first of its group. */
const running = new Map<number, ChildProcess>();

function killAll(): void {
  for (const pid of running.keys()) killGroup(pid, 'SIGKILL');
}

/** Has a program that is the first of its group ended with this one: by `endPrograms`, and killed when this one exits before it. */
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

/** Ends all programs that end with this one, within a second. */
export function endPrograms(): void {
  for (const child of running.values()) endGroup(child);
}

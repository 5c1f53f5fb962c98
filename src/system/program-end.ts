import type { ChildProcess } from 'node:child_process';
import { type Clock, machineClock } from '../lib/clock.ts';

/** Time for the last output of a program that has ended to arrive, in milliseconds: what it started may hold the output open for ever. */
const DRAIN_MS = 500;

type OnEnd = (code: number | null, signal: NodeJS.Signals | null) => void;

/**
 * Calls a function once a program has ended and its output was read, or a short time after its end when something else holds the output
 * open. Its pipes are closed then: nothing more is read, and they keep this program no longer.
 */
export function whenEnded(child: ChildProcess, then: OnEnd, clock: Pick<Clock, 'after'> = machineClock): void {
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

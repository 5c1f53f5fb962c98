import { randomUUID } from 'node:crypto';
import process from 'node:process';

/** What identifies a program in the journal: by its process, others of this machine see when it has ended. */
export const newWriterId = (): string => `${randomUUID()}.${process.pid}`;

/**
 * Whether the program that wrote an event has ended, as far as this machine knows: a program of another machine looks as if it had, and
 * a new process with its number as if it had not. What it writes later counts in any case.
 */
export function hasEnded(writer: string): boolean {
  const pid = Number(writer.split('.')[1] ?? Number.NaN);
  if (!Number.isSafeInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

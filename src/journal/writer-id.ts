import { randomUUID } from 'node:crypto';
import process from 'node:process';

/** Its process number shows this machine when it has ended. */
export const newWriterId = (): string => `${randomUUID()}.${process.pid}`;

/** For all this machine knows: writers elsewhere seem ended. Later writes count anyway. */
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

import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine. */
export type Process = { readonly pid: number; readonly parent: number; readonly command: string };

/** Returns all processes that run; those that ended and wait for their parent are left out. */
export function processes(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in parentheses may hold blanks and parentheses itself.
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (state === 'Z' || state === 'X') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return { pid: Number(name), parent: Number(parent), command };
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

/** Returns the identifiers of the processes that a process started, and of those that they started. */
export function descendantsOf(pid: number): readonly number[] {
  const all = processes();
  const below = (parent: number): readonly number[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...below(one.pid)]);
  return below(pid);
}

export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

import { readdirSync, readFileSync } from 'node:fs';

export type Process = { readonly pid: number; readonly parent: number; readonly command: string };

/** Without zombies. */
export function processes(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name may hold blanks and parentheses.
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

/** Children and theirs. */
export function descendantsOf(pid: number): readonly number[] {
  const all = processes();
  const below = (parent: number): readonly number[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...below(one.pid)]);
  return below(pid);
}

/** With the shells that started them. */
export function sshClients(folder: string): readonly Process[] {
  return processes().filter(({ command }) => /^(?:ssh|\/bin\/sh)\b/.test(command) && command.includes(folder));
}

/** With a text in their environment. */
export function processesWithin(text: string): readonly Process[] {
  return processes().filter(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text);
    } catch {
      // It ended meanwhile.
      return false;
    }
  });
}

export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Zombies do not count. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

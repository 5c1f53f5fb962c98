import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in Linux's process times. */
const TICKS = 100;

/** The command, the parent and the times of a process; null when it has just ended. */
function statOf(pid: number): { readonly command: string; readonly fields: readonly string[] } | null {
  try {
    const [, command = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { command, fields: rest.split(' ') };
  } catch {
    return null;
  }
}

const msOf = (...ticks: readonly (string | undefined)[]): number =>
  ticks.reduce((sum, one) => sum + Number(one), 0) * (1000 / TICKS);

/** What a process's descendants are and cost: `ssh` processes now, and the processor time of all it has had, in milliseconds. */
export function childrenOf(parent: number): { readonly ssh: number; readonly ms: number } {
  const own = statOf(parent)?.fields ?? [];
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [{ pid, ...statOf(Number(pid)) }] : []));
  let ssh = 0;
  let ms = msOf(own[13], own[14]);
  const add = (above: string): void => {
    for (const { pid, command, fields = [] } of all) {
      if (fields[1] !== above) continue;
      // One that has ended and waits for its parent is none.
      if (command === 'ssh' && fields[0] !== 'Z') ssh += 1;
      ms += msOf(...fields.slice(11, 15));
      add(pid);
    }
  };
  add(String(parent));
  return { ssh, ms };
}

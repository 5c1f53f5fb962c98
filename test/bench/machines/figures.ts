import { readdirSync, readFileSync } from 'node:fs';
import { accountOn, pause, program } from '../console.ts';
import { processorTime, residentMemory } from '../process.ts';
import { openTimed, type Program, type TimedConsole } from '../timed.ts';

/** The machines that are read. */
export const MODES = ['off', 'visible', 'all'] as const;
export type Mode = (typeof MODES)[number];

/** Of one start. Processor times in milliseconds a minute, memory and output in bytes. */
export type Figures = {
  readonly resting: number;
  readonly walking: number;
  /** Children at rest: `ssh` only. */
  readonly children: number;
  readonly moves: readonly number[];
  readonly bytesASecond: number;
  readonly memory: number;
  /** At once, in two looks a second. */
  readonly mostSsh: number;
};

/** With the options of `ssh` that reach its machines. */
export type Fleet = { readonly service: string; readonly machines: number; readonly sshOptions: readonly string[] };

export const GPUS = 8;
/** To load and open streams, in milliseconds. */
const SETTLE_MS = 15_000;
const LOOK_MS = 500;
const ALL_LIMIT_MS = 300_000;
/** Down and up again, so that the view stays. */
const WALK = 5;
const KEY_PAUSE_MS = 200;

const consoleOn = ({ service, sshOptions }: Fleet, mode: Mode, cache: string): Program => ({
  command: process.execPath,
  args: [program, '--reach', 'off', '--machines', mode],
  env: { ...accountOn(service), SPOTDECK_SSH_OPTIONS: JSON.stringify(sshOptions), XDG_CACHE_HOME: cache },
});

async function openOnInstances(fleet: Fleet, mode: Mode, cache: string): Promise<TimedConsole> {
  const timed = openTimed(consoleOn(fleet, mode, cache));
  await timed.until('', `${fleet.machines} instances running`);
  await timed.until('2', ` 1/${fleet.machines} `);
  return timed;
}

/** At rest for some seconds, then as long with a moving cursor. */
export async function measureFigures(fleet: Fleet, mode: Mode, seconds: number, cache: string): Promise<Figures> {
  const timed = await openOnInstances(fleet, mode, cache);
  const { pid } = timed;
  let mostSsh = 0;
  const looking = setInterval(() => {
    mostSsh = Math.max(mostSsh, childrenOf(pid).ssh);
  }, LOOK_MS);
  const aMinute = (spent: number): number => (spent / seconds) * 60;
  try {
    await pause(SETTLE_MS);
    const before = { own: processorTime(pid), children: childrenOf(pid).ms, at: timed.raw().length };
    await pause(seconds * 1000);
    const between = processorTime(pid);
    const children = childrenOf(pid).ms - before.children;
    const bytes = Buffer.byteLength(timed.raw().slice(before.at));
    const moves = await walk(timed, fleet.machines, performance.now() + seconds * 1000);
    return {
      resting: aMinute(between - before.own),
      walking: aMinute(processorTime(pid) - between),
      children: aMinute(children),
      moves,
      bytesASecond: bytes / seconds,
      memory: residentMemory(pid),
      mostSsh,
    };
  } finally {
    clearInterval(looking);
    await timed.quit();
  }
}

/** Times until each move was shown, in milliseconds. */
async function walk(timed: TimedConsole, machines: number, until: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let n = 0; performance.now() < until; n++) {
    const isDown = n % (2 * WALK) < WALK;
    const reached = isDown ? (n % WALK) + 2 : WALK - (n % WALK);
    took.push((await timed.until(isDown ? 'j' : 'k', ` ${reached}/${machines} `)).ms);
    await pause(KEY_PAUSE_MS);
  }
  return took;
}

/** Until all machines were read, in milliseconds. */
export async function timeUntilAll(fleet: Fleet, cache: string): Promise<number> {
  const timed = await openOnInstances(fleet, 'all', cache);
  try {
    const all = ` Machines ─ ${fleet.machines} of ${fleet.machines} `;
    // Without instances on screen it shows all machines.
    await timed.until('3', 'Volumes');
    await timed.until('m', 'm Machines');
    // All machines fit also the first letters.
    await timed.until('/gpu>=0', '/gpu>=0');
    await timed.until('\r', '/gpu>=0 ');
    const at = await timed.when((lines) => lines.some((line) => line.includes(all)), ALL_LIMIT_MS);
    return at === null ? Number.POSITIVE_INFINITY : at - timed.began;
  } finally {
    await timed.quit();
  }
}

const TICKS = 100;

/** Null once it has ended. */
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

/** Its `ssh` processes now, and the processor time of all descendants so far, in milliseconds. */
function childrenOf(parent: number): { readonly ssh: number; readonly ms: number } {
  const own = statOf(parent)?.fields ?? [];
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [{ pid, ...statOf(Number(pid)) }] : []));
  let ssh = 0;
  let ms = msOf(own[13], own[14]);
  const add = (above: string): void => {
    for (const { pid, command, fields = [] } of all) {
      if (fields[1] !== above) continue;
      // Zombies do not count.
      if (command === 'ssh' && fields[0] !== 'Z') ssh += 1;
      ms += msOf(...fields.slice(11, 15));
      add(pid);
    }
  };
  add(String(parent));
  return { ssh, ms };
}

import { accountOn, pause, program } from '../console.ts';
import { processorTime, residentMemory } from '../process.ts';
import { openTimed, type Program, type TimedConsole } from '../timed.ts';
import { childrenOf } from './processes.ts';

/** Which machines the console reads. */
export const MODES = ['off', 'visible', 'all'] as const;
export type Mode = (typeof MODES)[number];

/** What was measured in one start of the console. Processor times in milliseconds a minute, of memory and output in bytes. */
export type Figures = {
  readonly resting: number;
  readonly walking: number;
  /** Of all its children, at rest: `ssh` and nothing else. */
  readonly children: number;
  readonly moves: readonly number[];
  readonly bytesASecond: number;
  readonly memory: number;
  /** Most `ssh` processes at once, of two looks a second. */
  readonly mostSsh: number;
};

/** The console on a service, with the options of `ssh` that reach its machines. */
export type Fleet = { readonly service: string; readonly machines: number; readonly sshOptions: readonly string[] };

/** GPUs of each machine. */
export const GPUS = 8;
/** Time that a console has to load and to open its streams before it is measured, in milliseconds. */
const SETTLE_MS = 15_000;
const LOOK_MS = 500;
const ALL_LIMIT_MS = 300_000;
/** Rows that the cursor walks down and up again, so that the view stays as it is. */
const WALK = 5;
const KEY_PAUSE_MS = 200;

const consoleOn = ({ service, sshOptions }: Fleet, mode: Mode, cache: string): Program => ({
  command: process.execPath,
  args: [program, '--reach', 'off', '--machines', mode],
  env: { ...accountOn(service), SPOTDECK_SSH_OPTIONS: JSON.stringify(sshOptions), XDG_CACHE_HOME: cache },
});

/** Starts the console and waits until the cursor is in the list of instances. */
async function openOnInstances(fleet: Fleet, mode: Mode, cache: string): Promise<TimedConsole> {
  const timed = openTimed(consoleOn(fleet, mode, cache));
  await timed.until('', `${fleet.machines} instances running`);
  await timed.until('2', ` 1/${fleet.machines} `);
  return timed;
}

/** Measures a console at rest for some seconds, and then as long with a cursor that moves. */
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

/** Moves the cursor down some rows and up again until a time; returns how long each move took to be shown, in milliseconds. */
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

/** Starts the console so that it reads all machines; returns the time until it has read each, in milliseconds. */
export async function timeUntilAll(fleet: Fleet, cache: string): Promise<number> {
  const timed = await openOnInstances(fleet, 'all', cache);
  try {
    const all = ` Machines ─ ${fleet.machines} of ${fleet.machines} `;
    // From a pane without instances it shows all machines.
    await timed.until('3', 'Volumes');
    await timed.until('m', 'm Machines');
    // A filter of which only the first letters are typed fits all machines too.
    await timed.until('/gpu>=0', '/gpu>=0');
    await timed.until('\r', '/gpu>=0 ');
    const at = await timed.when((lines) => lines.some((line) => line.includes(all)), ALL_LIMIT_MS);
    return at === null ? Number.POSITIVE_INFINITY : at - timed.began;
  } finally {
    await timed.quit();
  }
}

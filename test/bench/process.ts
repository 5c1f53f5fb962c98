import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freshHome, type Variables } from '../driver/environment.ts';

const TICKS = 100;

/** With its threads, in milliseconds. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
}

/** In bytes. */
export const residentMemory = (pid: number): number => kibibytesOf(pid, 'VmRSS') * 1024;

/** The peak so far, in bytes. */
export const peakMemory = (pid: number): number => kibibytesOf(pid, 'VmHWM') * 1024;

function kibibytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
}

/** Voluntary switches: each one is a wake-up. */
export function wakeUps(pid: number): { readonly main: number; readonly all: number } {
  const byThread = readdirSync(`/proc/${pid}/task`).map((thread) => ({ thread, count: switchesOf(pid, thread) }));
  return {
    main: byThread.find(({ thread }) => thread === String(pid))?.count ?? 0,
    all: byThread.reduce((sum, { count }) => sum + count, 0),
  };
}

/** 0 once it has ended. */
function switchesOf(pid: number, thread: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
  } catch {
    return 0;
  }
}

/** Runs it to its end without a terminal; in milliseconds. */
export async function timeOf(command: string, args: readonly string[], env: Variables = {}): Promise<number> {
  const home = freshHome(env);
  const began = performance.now();
  const child = spawn(command, [...args], { cwd: home.folder, env: home.env, stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  const took = performance.now() - began;
  home.remove();
  return took;
}

/** A program of this folder that prints a line when ready. */
export type Beside = { readonly pid: number; readonly said: string; readonly close: () => void };

/** `service.ts` or a floor. Waits for its first line. */
export async function startBeside(file: string, args: readonly (string | number)[]): Promise<Beside> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const said = await new Promise<string>((resolve) => lines.once('line', resolve));
  return { pid: child.pid ?? 0, said, close: () => void child.kill('SIGKILL') };
}

/** Running or waiting processes in the last minute, on average. */
export const loadOfMachine = (): number => loadavg()[0] ?? 0;

/** A block of an event loop: end in milliseconds since 1970, length, and processor time of its thread. */
type Block = { readonly at: number; readonly ms: number; readonly own: number };

const HOOK = fileURLToPath(new URL('./blocks.ts', import.meta.url));

/** Variables that log the longer blocks of a program. */
export const blocksTo = (path: string): Variables => ({
  SPOTDECK_BENCH_BLOCKS: path,
  NODE_OPTIONS: `--no-warnings --import ${HOOK}`,
});

/** By their end, in milliseconds since 1970. */
export function blocksIn(path: string, from: number, to: number): readonly Block[] {
  return (existsSync(path) ? readFileSync(path, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Block => {
      const [at = 0, ms = 0, own = 0] = line.split(' ').map(Number);
      return { at, ms, own };
    })
    .filter(({ at }) => at >= from && at < to);
}

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freshHome, type Variables } from '../driver/environment.ts';

/** Clock ticks a second in Linux's process times. */
const TICKS = 100;

/** The processor time of a process and its threads, in milliseconds. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
}

/** The memory of a process, in bytes. */
export const residentMemory = (pid: number): number => kibibytesOf(pid, 'VmRSS') * 1024;

/** The most memory that a process had so far, in bytes. */
export const peakMemory = (pid: number): number => kibibytesOf(pid, 'VmHWM') * 1024;

function kibibytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
}

/** How often the threads of a process gave up the processor by themselves: each time something woke them up again. */
export function wakeUps(pid: number): { readonly main: number; readonly all: number } {
  const byThread = readdirSync(`/proc/${pid}/task`).map((thread) => ({ thread, count: switchesOf(pid, thread) }));
  return {
    main: byThread.find(({ thread }) => thread === String(pid))?.count ?? 0,
    all: byThread.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Voluntary switches of one thread; 0 when it has just ended. */
function switchesOf(pid: number, thread: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
  } catch {
    return 0;
  }
}

/** Runs a program without a terminal to its end; returns milliseconds. */
export async function timeOf(command: string, args: readonly string[], env: Variables = {}): Promise<number> {
  const home = freshHome(env);
  const began = performance.now();
  const child = spawn(command, [...args], { cwd: home.folder, env: home.env, stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  const took = performance.now() - began;
  home.remove();
  return took;
}

/** A program of this folder that prints a line when it is ready, and keeps running. */
export type Beside = { readonly pid: number; readonly said: string; readonly close: () => void };

/** Starts `service.ts` or one of the floors and waits for its first line. */
export async function startBeside(file: string, args: readonly (string | number)[]): Promise<Beside> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const said = await new Promise<string>((resolve) => lines.once('line', resolve));
  return { pid: child.pid ?? 0, said, close: () => void child.kill('SIGKILL') };
}

/** How many processes ran or waited to run in the last minute, on average. */
export const loadOfMachine = (): number => loadavg()[0] ?? 0;

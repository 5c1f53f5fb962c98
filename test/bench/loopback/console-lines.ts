import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { pause, refreshedConsole } from '../console.ts';
import { isComplete } from '../distance/screen.ts';
import { blocksIn, blocksTo, peakMemory } from '../process.ts';
import { percentile } from '../results.ts';
import type { FleetSize } from '../service/fleet.ts';
import { type BenchService, startService } from '../service/start.ts';
import { openTimed, type TimedConsole } from '../timed.ts';
import { bundled } from './floors.ts';
import { type KeyFigures, measureKeys, type Walked } from './keys.ts';
import { type Line, memoryTarget, TARGETS, valueLine } from './line.ts';
import { measureRest } from './rest.ts';

/** In seconds: one that leaves keys alone, and the usual one. */
const [SLOW, USUAL] = [3600, 2];
/** For all rows. 100,000 take two minutes. */
const LOAD_LIMIT_MS = 600_000;
/** Until code is compiled and the heap has its size. */
const WARM_UP_MS = 60_000;
const SETTLED_MS = 3000;
/** For the longest block of the event loop. */
const BLOCK_STEPS = 200;

/** One program's processor, traffic, and peak memory in bytes. */
type Walk = { readonly keys: KeyFigures; readonly memory: number };

/** Keys, rest and memory with a fleet, beside bare Ink. */
export async function measureConsole(
  program: string,
  folder: string,
  { bids, liveBids, instances }: FleetSize,
  steps: number,
): Promise<readonly Line[]> {
  const bare = await walkBare(folder, steps);
  const service = await startService({ bids, liveBids, instances });
  try {
    const slow = await walkConsole(program, service, bids, steps);
    const resting = openTimed(refreshedConsole(program, service.address, USUAL));
    await resting.until('', ` 1/${bids} `);
    await pause(WARM_UP_MS);
    const rest = await measureRest(resting);
    const memory = Math.max(slow.memory, peakMemory(resting.pid));
    await resting.close();
    const block = await longestBlock(program, service, folder, bids);
    const target = TARGETS.console;
    return [
      ...keyLines(slow.keys, bare.keys),
      valueLine('at rest: processor', rest.processor * 100, null, '%', target.restProcessorPercent),
      valueLine('at rest: wake-ups of the main thread', rest.wakeUps.main, null, 'a second', target.restWakeUps),
      valueLine('at rest: wake-ups of all threads', rest.wakeUps.all, null, 'a second', null),
      valueLine('at rest: bytes', rest.bytes, null, 'a second', target.restBytes),
      valueLine('memory at peak', memory / 2 ** 20, bare.memory / 2 ** 20, 'MiB', memoryTarget(instances)),
      valueLine('longest block by keys while lists refresh', block, null, 'ms', null),
    ];
  } finally {
    service.close();
  }
}

function keyLines(of: KeyFigures, bare: KeyFigures): readonly Line[] {
  const target = TARGETS.console;
  const key = (
    what: string,
    unit: string,
    figureOf: (figures: KeyFigures) => number,
    limit: number | null = null,
  ): Line => valueLine(what, figureOf(of), figureOf(bare), unit, limit);
  return [
    key('key to first byte, p50', 'ms', ({ firstBytes }) => percentile(firstBytes, 0.5), target.firstByteMedianMs),
    key('key to first byte, p95', 'ms', ({ firstBytes }) => percentile(firstBytes, 0.95), target.firstByteP95Ms),
    key('key to last byte, p50', 'ms', ({ lastBytes }) => percentile(lastBytes, 0.5)),
    key('key to last byte, p95', 'ms', ({ lastBytes }) => percentile(lastBytes, 0.95), target.lastByteP95Ms),
    key('key to last byte, worst', 'ms', ({ lastBytes }) => Math.max(...lastBytes), target.lastByteWorstMs),
    key('bytes of a key', 'bytes', ({ bytes }) => bytes, target.keyBytes),
    key('processor of a key', 'ms', ({ processor }) => processor, target.keyProcessorMs),
    key('200 keys at once, p50', 'ms', ({ atOnce }) => percentile(atOnce, 0.5), target.keysAtOnceMs),
    key('200 keys at once, worst', 'ms', ({ atOnce }) => Math.max(...atOnce), target.keysAtOnceWorstMs),
  ];
}

async function walkBare(folder: string, steps: number): Promise<Walk> {
  const timed = openTimed(await bundled('table', folder));
  await timed.until('', '1/15000');
  return walked({ timed, shows: (n) => `${n}/15000` }, steps);
}

async function walkConsole(program: string, { address }: BenchService, bids: number, steps: number): Promise<Walk> {
  const timed = openTimed(refreshedConsole(program, address, SLOW));
  await allRead(timed);
  return walked({ timed, shows: (n) => ` ${n}/${bids} ` }, steps);
}

async function walked(of: Walked, steps: number): Promise<Walk> {
  await pause(SETTLED_MS);
  const keys = await measureKeys(of, steps);
  const memory = peakMemory(of.timed.pid);
  await of.timed.close();
  return { keys, memory };
}

async function allRead(timed: TimedConsole): Promise<void> {
  const isRead = (lines: readonly string[]): boolean => isComplete(lines, 'bids') && isComplete(lines, 'instances');
  if ((await timed.when(isRead, LOAD_LIMIT_MS)) === null) throw new Error('The lists were not complete in time.');
}

/**
 * By processor time, in milliseconds, during keys and refreshes; 0 for none logged. In a console of its own, since
 * logging wakes it every millisecond.
 */
async function longestBlock(program: string, service: BenchService, folder: string, bids: number): Promise<number> {
  const log = join(mkdtempSync(join(folder, 'blocks-')), 'blocks');
  const start = refreshedConsole(program, service.address, USUAL);
  const timed = openTimed({ ...start, env: { ...start.env, ...blocksTo(log) } });
  await timed.until('', ` 1/${bids} `);
  await pause(WARM_UP_MS);
  const from = Date.now();
  await measureKeys({ timed, shows: (n) => ` ${n}/${bids} ` }, BLOCK_STEPS);
  const blocks = blocksIn(log, from, Date.now());
  await timed.close();
  return Math.max(0, ...blocks.map(({ own }) => own));
}

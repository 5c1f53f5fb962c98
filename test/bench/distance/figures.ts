import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOn, pause, program, warmUp } from '../console.ts';
import { residentMemory } from '../process.ts';
import type { FleetSize } from '../service/fleet.ts';
import { startService } from '../service/start.ts';
import { median } from '../statistics.ts';
import { openTimed, type Program, type Timed } from '../timed.ts';
import { type Ages, sampleAges } from './ages.ts';
import { measureChanges } from './changes.ts';
import { rowsOn } from './screen.ts';

/** What was measured with one fleet at one distance. Times in milliseconds. */
export type Figures = {
  readonly firstFrame: number;
  /** From the first frame to the first row. */
  readonly firstRow: number;
  readonly ages: Ages;
  readonly bidChanges: readonly number[];
  readonly instanceChanges: readonly number[];
  readonly requestsAMinute: number;
  readonly moves: readonly number[];
  /** Resident memory at the end, in bytes. */
  readonly memory: number;
};

const STARTS = 3;
const LOAD_LIMIT_MS = 300_000;
/** Rows that the cursor walks down and up again, so that the view stays where it is. */
const WALK = 5;
const KEY_PAUSE_MS = 400;

/** Measures the console on a fleet at a distance (a round trip in milliseconds) for some seconds. */
export async function measureFigures(size: FleetSize, latency: number, seconds: number): Promise<Figures> {
  const service = await startService(size, { latency });
  const cache = mkdtempSync(join(tmpdir(), 'bench-'));
  const start: Program = {
    command: process.execPath,
    args: [program, '--reach', 'off'],
    env: { ...accountOn(service.address), XDG_CACHE_HOME: cache },
  };
  try {
    await warmUp(start, `/${size.bids} `);
    const starts: { readonly frame: number; readonly row: number }[] = [];
    for (let n = 0; n < STARTS; n++) starts.push(await measureStart(start));
    const timed = openTimed(start);
    try {
      await loaded(timed, size.bids);
      const requestsBefore = await service.requests();
      const began = performance.now();
      const until = began + seconds * 1000;
      const requests = pause(seconds * 1000).then(service.requests);
      const [ages, bidChanges, instanceChanges, moves, requestsAfter] = await Promise.all([
        sampleAges(timed, service, until),
        measureChanges(timed, service, 'bids', until),
        measureChanges(timed, service, 'instances', until),
        walkUpAndDown(timed, size.bids, until),
        requests,
      ]);
      return {
        firstFrame: median(starts.map(({ frame }) => frame)),
        firstRow: median(starts.map(({ frame, row }) => row - frame)),
        ages,
        bidChanges,
        instanceChanges,
        requestsAMinute: ((requestsAfter - requestsBefore) / seconds) * 60,
        moves,
        memory: residentMemory(timed.pid),
      };
    } finally {
      await timed.close();
    }
  } finally {
    service.close();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Waits until both lists are complete and have rows on screen. */
async function loaded(timed: Timed, bids: number): Promise<void> {
  const isComplete = (lines: readonly string[]): boolean =>
    lines.some((line) => line.includes(` 1/${bids} `)) && rowsOn(lines).instances.size > 0;
  if ((await timed.when(isComplete, LOAD_LIMIT_MS)) === null) throw new Error('The lists were not complete in time.');
}

/** Starts the console; returns the times of its first frame and of its first row. */
async function measureStart(start: Program): Promise<{ readonly frame: number; readonly row: number }> {
  const timed = openTimed(start);
  try {
    const frame = await timed.until('', 'spotdeck');
    const hasRow = (lines: readonly string[]): boolean => {
      const { bids, instances } = rowsOn(lines);
      return bids.size + instances.size > 0;
    };
    const row = hasRow(timed.lines()) ? timed.began + frame.ms : await timed.when(hasRow, LOAD_LIMIT_MS);
    if (row === null) throw new Error('No row was seen in time.');
    return { frame: frame.ms, row: row - timed.began };
  } finally {
    await timed.close();
  }
}

/** Moves the cursor down some rows and up again until a time; returns how long each move took to be shown, in milliseconds. */
async function walkUpAndDown(timed: Timed, bids: number, until: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let n = 0; performance.now() < until; n++) {
    const isDown = n % (2 * WALK) < WALK;
    const reached = isDown ? (n % WALK) + 2 : WALK - (n % WALK);
    took.push((await timed.until(isDown ? 'j' : 'k', ` ${reached}/${bids} `)).ms);
    await pause(KEY_PAUSE_MS);
  }
  return took;
}

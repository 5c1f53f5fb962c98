import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOn, pause, warmUp } from '../console.ts';
import { loadOfMachine, processorTime, residentMemory } from '../process.ts';
import { mean, median } from '../results.ts';
import { type FleetSize, makeFleet } from '../service/fleet.ts';
import { type BenchList, type BenchService, startService } from '../service/start.ts';
import { openTimed, type Program, type TimedConsole } from '../timed.ts';
import { type Ages, sampleAges } from './ages.ts';
import { type Changing, measureChanges } from './changes.ts';
import { type Observation, readJournal, type Timing } from './observed.ts';
import { operate, type Scenario } from './operator.ts';
import { measurePreemptions, type Preemptions } from './preempting.ts';
import { isComplete, rowsOn } from './screen.ts';

/** Of one fleet at one distance. Times in milliseconds. */
export type Figures = {
  readonly firstFrame: number;
  /** After the first frame. */
  readonly firstRow: number;
  /** After the start; null for a list not read. */
  readonly complete: Readonly<Record<BenchList, number | null>>;
  readonly ages: Ages;
  readonly changes: Readonly<Record<Changing, readonly Timing[]>>;
  readonly preemptions: Preemptions;
  /** Since the console's start, after the measuring began. */
  readonly requests: readonly number[];
  readonly seconds: number;
  readonly moves: readonly number[];
  /** As a share of a core. */
  readonly processor: number;
  /** Resident at the end, in bytes. */
  readonly memory: number;
  /** Running or waiting processes, on average. */
  readonly load: number;
};

/** Program, round trip in milliseconds, length, and events meanwhile. */
export type Measuring = {
  readonly program: string;
  readonly latency: number;
  readonly seconds: number;
  readonly scenario: Scenario | null;
  /** Of a refusal; 0 for none. */
  readonly retryAfter: number;
};

const STARTS = 3;
const LOAD_LIMIT_MS = 300_000;
const LOAD_SAMPLE_MS = 5000;

export async function measureFigures(size: FleetSize, measuring: Measuring): Promise<Figures> {
  const service = await startService(size, { latency: measuring.latency });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const journal = join(folder, 'journal.db');
  const start = (...options: readonly string[]): Program => ({
    command: process.execPath,
    args: [measuring.program, '--reach', 'off', ...options],
    env: { ...accountOn(service.address), XDG_CACHE_HOME: join(folder, 'cache') },
  });
  try {
    await warmUp(start(), `/${size.bids} `);
    const starts: { readonly frame: number; readonly row: number }[] = [];
    for (let n = 0; n < STARTS; n++) starts.push(await measureStart(start()));
    await service.forget();
    const timed = openTimed(start('--journal', journal));
    try {
      return {
        firstFrame: median(starts.map(({ frame }) => frame)),
        firstRow: median(starts.map(({ frame, row }) => row - frame)),
        ...(await observe(timed, service, journal, size, measuring)),
      };
    } finally {
      await timed.close();
    }
  } finally {
    service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function observe(
  timed: TimedConsole,
  service: BenchService,
  journalPath: string,
  size: FleetSize,
  { seconds, scenario, retryAfter }: Measuring,
): Promise<Omit<Figures, 'firstFrame' | 'firstRow'>> {
  const completed = (list: BenchList): Promise<number | null> =>
    timed.when((lines) => isComplete(lines, list), LOAD_LIMIT_MS + seconds * 1000);
  const complete = { bids: completed('bids'), instances: completed('instances') };
  await hasRows(timed, size.bids);
  const began = performance.now();
  const until = began + seconds * 1000;
  const fleet = makeFleet(size);
  const observed: Observation = {
    timed,
    service,
    names: { bids: fleet.bids.map(({ name }) => name), instances: fleet.instances.map(({ name }) => name) },
    journal: readJournal(journalPath),
    changing: new Set(),
    elapsed: () => performance.now() - began,
    isOver: () => performance.now() >= until,
  };
  const processorBefore = processorTime(timed.pid);
  const usage = pause(seconds * 1000).then(() => ({
    processor: (processorTime(timed.pid) - processorBefore) / (seconds * 1000),
    memory: residentMemory(timed.pid),
  }));
  const [ages, bids, instances, ended, preemptions, moves, load, used] = await Promise.all([
    sampleAges(observed),
    measureChanges(observed, 'bids'),
    measureChanges(observed, 'instances'),
    measureChanges(observed, 'ended'),
    measurePreemptions(observed, size),
    operate(observed, scenario, retryAfter),
    sampleLoad(observed),
    usage,
  ]);
  observed.journal.close();
  const requests = (await service.requests()).map((at) => at - performance.timeOrigin);
  const sinceStart = async (time: Promise<number | null>): Promise<number | null> => {
    const at = await Promise.race([time, pause(0).then(() => null)]);
    return at === null ? null : at - timed.began;
  };
  return {
    complete: { bids: await sinceStart(complete.bids), instances: await sinceStart(complete.instances) },
    ages,
    changes: { bids, instances, ended },
    preemptions,
    requests: requests.filter((at) => at >= timed.began && at < until).map((at) => at - began),
    seconds,
    moves,
    load,
    ...used,
  };
}

/** With complete bids, and rows of both lists on screen. */
async function hasRows(timed: TimedConsole, bids: number): Promise<void> {
  const meets = (lines: readonly string[]): boolean =>
    lines.some((line) => line.includes(` 1/${bids} `)) && rowsOn(lines).instances.size > 0;
  if ((await timed.when(meets, LOAD_LIMIT_MS)) === null) throw new Error('The lists were not complete in time.');
}

async function sampleLoad({ isOver }: Observation): Promise<number> {
  const loads: number[] = [];
  while (!isOver()) {
    loads.push(loadOfMachine());
    await pause(LOAD_SAMPLE_MS);
  }
  return mean(loads);
}

/** Times of the first frame and the first row. */
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

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pause, refreshedConsole } from '../console.ts';
import { residentMemory } from '../process.ts';
import { mean, median, percentile } from '../results.ts';
import type { FleetSize } from '../service/fleet.ts';
import { startService } from '../service/start.ts';
import { openTimed, type TimedConsole, type Traffic } from '../timed.ts';
import { bundled, history } from './floors.ts';
import { type Line, line, TARGETS } from './line.ts';

/** In milliseconds, at 60 a second: an earlier key waits for the next. */
const FRAME_MS = 20;
/** Htop may list a handful of processes. */
const HTOP_STEPS = 40;
const [DOWN, UP] = ['\u001b[B', '\u001b[A'];
/** Bytes a second at 9600 baud, and keys measured on it. */
const SLOW = 960;
const SLOW_STEPS = 45;
/** Of a fast typist, in milliseconds. */
const TYPING_MS = 80;

/** Each key after the result of the one before. */
async function walk(timed: TimedConsole, of: (n: number) => string, steps: number): Promise<readonly Traffic[]> {
  const seen: Traffic[] = [];
  for (let n = 0; n < steps; n++) {
    seen.push(await timed.until('j', of(n + 2)));
    await pause(FRAME_MS);
  }
  return seen;
}

/** With its refresh off. */
async function walkInHtop(): Promise<readonly Traffic[] | null> {
  if (spawnSync('htop', ['--version']).status !== 0) return null;
  const htop = openTimed({ command: 'htop', args: ['--delay=100', '--no-mouse'] });
  await htop.until('', 'PID');
  await pause(500);
  const seen: Traffic[] = [];
  for (let n = 0; n < HTOP_STEPS; n++) {
    seen.push(await htop.until(n % 2 === 0 ? DOWN : UP, ''));
    await pause(FRAME_MS);
  }
  await htop.close();
  return seen;
}

/** Moves of the cursor, letters of a filter, and memory. */
export async function measureMoves(
  program: string,
  folder: string,
  size: FleetSize,
  steps: number,
): Promise<readonly Line[]> {
  const bare = openTimed(await bundled('table', folder));
  await bare.until('', '1/15000');
  const ofBare = await walk(bare, (n) => `${n}/15000`, steps);
  const bareMemory = residentMemory(bare.pid);
  await bare.close();
  const ansi = openTimed({
    command: process.execPath,
    args: [fileURLToPath(new URL('../floors/ansi.ts', import.meta.url))],
  });
  await ansi.until('', '1/15000');
  const ofAnsi = await walk(ansi, (n) => `${n}/15000`, steps);
  await ansi.close();
  const repository = history(folder, size.bids);
  let ofTig: readonly Traffic[] | null = null;
  if (repository !== null) {
    const tig = openTimed({ command: 'tig', args: ['-C', repository] });
    await tig.until('', `commit 1 of ${size.bids}`);
    ofTig = await walk(tig, (n) => `commit ${n} of ${size.bids}`, steps);
    await tig.close();
  }

  const ofHtop = await walkInHtop();

  const still = await startService(size);
  const quiet = openTimed(refreshedConsole(program, still.address, 3600));
  await quiet.until('', `${size.instances} instances running`);
  await quiet.until('g', `1/${size.bids}`);
  const ofQuiet = await walk(quiet, (n) => `${n}/${size.bids}`, steps);
  await quiet.close();
  const thin = openTimed({ ...refreshedConsole(program, still.address, 3600), pace: SLOW });
  await thin.until('', `${size.instances} instances running`);
  await thin.until('', `1/${size.bids}`);
  const ofThin = await walk(thin, (n) => `${n}/${size.bids}`, SLOW_STEPS);
  await thin.close();
  still.close();

  const busy = await startService(size, { changes: 20 });
  const under = openTimed(refreshedConsole(program, busy.address, 2));
  await under.until('', ` of ${size.instances} instances running`);
  await under.until('g', `1/${size.bids}`);
  const ofBusy = await walk(under, (n) => `${n}/${size.bids}`, steps);
  const memory = residentMemory(under.pid);
  await under.until('/', ' / ');
  const typed: Traffic[] = [];
  for (let n = 1; n <= 'train-0042'.length; n++) {
    await pause(TYPING_MS);
    typed.push(await under.until('train-0042'[n - 1] ?? '', `/${'train-0042'.slice(0, n)} `));
  }
  await under.close();
  busy.close();

  const ms = (seen: readonly Traffic[]): readonly number[] => seen.map((seen) => seen.ms);
  const p95 = (seen: readonly Traffic[]): number => percentile(ms(seen), 0.95);
  const slowest = (seen: readonly Traffic[]): number => Math.max(...ms(seen));
  const bytes = (seen: readonly Traffic[]): number => mean(seen.map((seen) => seen.bytes));
  const slow = (seen: readonly Traffic[]): number => median(seen.map(({ slowMs }) => slowMs));
  const slowTig = ofTig === null ? null : mean(ofTig.map(({ slowMs }) => slowMs));
  const target = TARGETS.moves;
  const inHtop =
    ofHtop === null
      ? []
      : [
          line('cursor move in htop, p95', p95(ofHtop), null, 'ms', null),
          line('bytes of a cursor move in htop', bytes(ofHtop), null, 'bytes', null),
        ];
  return [
    line('cursor move by hand in ANSI, p95', p95(ofAnsi), null, 'ms', null),
    ...inHtop,
    line('cursor move while nothing refreshes beside bare Ink, p95', p95(ofQuiet), p95(ofBare), 'ms', target.besideInk),
    line('cursor move while lists refresh beside bare Ink, p95', p95(ofBusy), p95(ofBare), 'ms', target.besideInk),
    line('slowest cursor move in bare Ink', slowest(ofBare), null, 'ms', null),
    line('slowest cursor move while lists refresh', slowest(ofBusy), null, 'ms', target.slowestMs),
    line(
      'bytes of a cursor move beside tig',
      bytes(ofQuiet),
      ofTig === null ? null : bytes(ofTig),
      'bytes',
      target.bytesBesideTig,
    ),
    line('bytes of a cursor move beside bare Ink', bytes(ofQuiet), bytes(ofBare), 'bytes', null),
    line(
      'cursor move at 9600 baud',
      slow(ofQuiet),
      ofTig === null ? null : slow(ofTig),
      'ms',
      target.slowLineBesideTig,
    ),
    line('cursor move on a line paced to 9600 baud, mean', mean(ms(ofThin)), slowTig, 'ms', target.slowLineBesideTig),
    line('a letter of a filter over 15,000 rows, slowest', slowest(typed), null, 'ms', target.slowestLetterMs),
    line(
      'memory with 15,000 rows beside bare Ink',
      memory / 2 ** 20,
      bareMemory / 2 ** 20,
      'MiB',
      target.memoryBesideInk,
    ),
  ];
}

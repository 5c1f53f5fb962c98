import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { measureManyPolls } from './many-polls.ts';
import { measurePoll } from './poll.ts';
import { processorTime, residentMemory, startBeside, timeOf } from './process.ts';
import { openTimed, type Program, type Seen, type Timed } from './timed.ts';

/**
 * Measures the built program and the least that each of its parts can cost, in one
 * run: `npm run bench`. See docs/performance.md for how to read its output.
 */
const BIDS = 5000;
const INSTANCES = 10_000;
const STEPS = Number(process.argv[2] ?? 1000);
const STARTS = 7;
const IDLE_MS = 20_000;
/** Frame of the floor in bare Ink, in milliseconds: it draws at most 60 a second, and a key that comes sooner waits for the next. */
const FRAME_MS = 20;
/** Keys pressed in htop, whose list may have a handful of processes. */
const HTOP_STEPS = 40;
const [DOWN, UP] = ['\u001b[B', '\u001b[A'];
/** Capacity of a line at 9600 baud in bytes a second, and the keys measured on it. */
const SLOW = 960;
const SLOW_STEPS = 45;
/** Interval of keys of a fast typist, in milliseconds. */
const TYPING_MS = 80;
const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const cache = join(folder, 'cache');
symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));

type Line = {
  readonly what: string;
  readonly measured: number;
  readonly floor: number | null;
  readonly unit: string;
  /** Upper limit of the ratio to the floor, or of the value where there is no floor. */
  readonly target: number | null;
};
const lines: Line[] = [];

function told(what: string, measured: number, floor: number | null, unit: string, target: number | null): void {
  lines.push({ what, measured: round(measured), floor: floor === null ? null : round(floor), unit, target });
  const ratio = floor === null ? '' : `, floor ${round(floor)}, ${(measured / floor).toFixed(2)} times`;
  process.stderr.write(`${what}: ${round(measured)} ${unit}${ratio}\n`);
}

const round = (value: number): number => Math.round(value * 100) / 100;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function part(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}
const median = (values: readonly number[]): number => part(values, 0.5);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Runs several measurements in turns, so that load of the machine affects all of them. */
async function inTurns(measures: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const took: number[][] = measures.map(() => []);
  for (let n = 0; n < STARTS; n++) {
    for (const [at, measure] of measures.entries()) took[at]?.push(await measure());
  }
  return took.map(median);
}

async function bundled(name: string): Promise<Program> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const outfile = join(folder, `${name}.js`);
  await build({
    entryPoints: [join(root, `test/bench/floors/${name}.tsx`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    minifySyntax: true,
    minifyWhitespace: true,
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    alias: { 'react-devtools-core': join(root, 'scripts/no-devtools.js') },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return { command: process.execPath, args: [outfile] };
}

async function firstSeen(start: Program, text: string): Promise<number> {
  const timed = openTimed(start);
  const { ms } = await timed.until('', text);
  await timed.close();
  return ms;
}

/** Starts a program, waits until it is ready, and ends it as its operator would. */
async function untilEnded(start: Program): Promise<void> {
  const timed = openTimed(start);
  await timed.until('', 'allocated');
  await timed.quit();
}

/** Presses one key after the other, each when the screen shows the result of the one before. */
async function walk(timed: Timed, of: (n: number) => string, steps = STEPS): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (let n = 0; n < steps; n++) {
    seen.push(await timed.until('j', of(n + 2)));
    await pause(FRAME_MS);
  }
  return seen;
}

const consoleOn = (address: string, refresh: number): Program => ({
  command: process.execPath,
  args: [program, '--refresh', String(refresh), '--refresh-hidden', String(Math.max(10, refresh)), '--reach', 'off'],
  env: { SPOTDECK_BASE_URL: address, SPOTDECK_PROJECT: 'proj_bench', SPOTDECK_TOKEN: 'bench' },
});

/** Creates a history of commits for tig. */
function history(): string | null {
  if (spawnSync('tig', ['--version']).status !== 0) return null;
  const repository = join(folder, 'history');
  execFileSync('git', ['init', '-q', repository]);
  const commits = Array.from({ length: BIDS }, (_, n) =>
    [
      'commit refs/heads/main',
      `committer Bench <bench@example.com> ${1_700_000_000 + n * 60} +0000`,
      `data ${`change ${n}`.length}`,
      `change ${n}`,
      '',
    ].join('\n'),
  );
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], { input: commits.join('\n') });
  execFileSync('git', ['-C', repository, 'symbolic-ref', 'HEAD', 'refs/heads/main']);
  return repository;
}

/** Moves the cursor down htop's process list, with its refresh off, until it writes output. */
async function walkInHtop(): Promise<readonly Seen[] | null> {
  if (spawnSync('htop', ['--version']).status !== 0) return null;
  const htop = openTimed({ command: 'htop', args: ['--delay=100', '--no-mouse'] });
  await htop.until('', 'PID');
  await pause(500);
  const seen: Seen[] = [];
  for (let n = 0; n < HTOP_STEPS; n++) {
    seen.push(await htop.until(n % 2 === 0 ? DOWN : UP, ''));
    await pause(FRAME_MS);
  }
  await htop.close();
  return seen;
}

async function starts(hello: Program): Promise<void> {
  const demo: Program = {
    command: process.execPath,
    args: [program, 'demo', '--db', ':memory:', '--seed', '7'],
    env: { XDG_CACHE_HOME: cache },
  };
  const first = await firstSeen(demo, 'spotdeck');
  // Ended by its own key the program keeps its compile cache, so that later starts are typical.
  await untilEnded(demo);
  const command =
    (...args: readonly string[]) =>
    () =>
      timeOf(process.execPath, [program, ...args], { XDG_CACHE_HOME: cache });
  const empty = await startBeside('./service.ts', [0, 0, 0]);
  const account = { SPOTDECK_BASE_URL: empty.said, SPOTDECK_PROJECT: 'proj_bench', SPOTDECK_TOKEN: 'bench' };
  const asking = `await (await fetch('${empty.said}/v2/spot/bids')).json()`;
  const [node = 0, asked = 0, version = 0, help = 0, got = 0, greeting = 0, frame = 0, rows = 0] = await inTurns([
    () => timeOf(process.execPath, ['-e', '0']),
    () => timeOf(process.execPath, ['--input-type=module', '-e', asking]),
    command('--version'),
    command('--help'),
    () => timeOf(process.execPath, [program, 'get', 'bids'], { XDG_CACHE_HOME: cache, ...account }),
    () => firstSeen(hello, 'hello'),
    () => firstSeen(demo, 'spotdeck'),
    () => firstSeen(demo, 'allocated'),
  ]);
  empty.close();
  told('spotdeck --version beside node -e 0', version, node, 'ms', 2);
  told('spotdeck --help beside node -e 0', help, node, 'ms', 2);
  told('spotdeck get on an empty list beside node -e 0', got, node, 'ms', 2);
  told('spotdeck get on an empty list beside node and one fetch', got, asked, 'ms', null);
  told('first frame of the very first start', first, greeting, 'ms', null);
  told('first frame beside a hello world in Ink', frame, greeting, 'ms', 1.5);
  told('first rows beside a hello world in Ink', rows, greeting, 'ms', 2);
}

async function moves(table: Program): Promise<void> {
  const bare = openTimed(table);
  await bare.until('', '1/15000');
  const ofBare = await walk(bare, (n) => `${n}/15000`);
  const bareMemory = residentMemory(bare.pid);
  await bare.close();
  const ansi = openTimed({
    command: process.execPath,
    args: [fileURLToPath(new URL('./floors/ansi.ts', import.meta.url))],
  });
  await ansi.until('', '1/15000');
  const ofAnsi = await walk(ansi, (n) => `${n}/15000`);
  await ansi.close();
  const repository = history();
  let ofTig: readonly Seen[] | null = null;
  if (repository !== null) {
    const tig = openTimed({ command: 'tig', args: ['-C', repository] });
    await tig.until('', `commit 1 of ${BIDS}`);
    ofTig = await walk(tig, (n) => `commit ${n} of ${BIDS}`);
    await tig.close();
  }

  const ofHtop = await walkInHtop();

  const still = await startBeside('./service.ts', [BIDS, INSTANCES, 0]);
  const quiet = openTimed(consoleOn(still.said, 3600));
  await quiet.until('', `${INSTANCES} instances running`);
  await quiet.until('g', `1/${BIDS}`);
  const ofQuiet = await walk(quiet, (n) => `${n}/${BIDS}`);
  const from = quiet.raw().length;
  const burst = await quiet.until('j'.repeat(200), `${STEPS + 201}/${BIDS}`);
  const frames = quiet.raw().slice(from).split('\u001b[?2026h').length - 1;
  await quiet.close();
  const thin = openTimed({ ...consoleOn(still.said, 3600), pace: SLOW });
  await thin.until('', `${INSTANCES} instances running`);
  await thin.until('', `1/${BIDS}`);
  const ofThin = await walk(thin, (n) => `${n}/${BIDS}`, SLOW_STEPS);
  await thin.close();
  still.close();

  const busy = await startBeside('./service.ts', [BIDS, INSTANCES, 20]);
  const under = openTimed(consoleOn(busy.said, 2));
  await under.until('', ` of ${INSTANCES} instances running`);
  await under.until('g', `1/${BIDS}`);
  const ofBusy = await walk(under, (n) => `${n}/${BIDS}`);
  const memory = residentMemory(under.pid);
  await under.until('/', ' / ');
  const typed: Seen[] = [];
  for (let n = 1; n <= 'train-0042'.length; n++) {
    await pause(TYPING_MS);
    typed.push(await under.until('train-0042'[n - 1] ?? '', `/${'train-0042'.slice(0, n)} `));
  }
  await under.close();
  busy.close();

  const ms = (seen: readonly Seen[]): readonly number[] => seen.map((seen) => seen.ms);
  const bytes = (seen: readonly Seen[]): number => mean(seen.map((seen) => seen.bytes));
  told('cursor move by hand in ANSI, p95', part(ms(ofAnsi), 0.95), null, 'ms', null);
  if (ofHtop !== null) told('cursor move in htop, p95', part(ms(ofHtop), 0.95), null, 'ms', null);
  if (ofHtop !== null) told('bytes of a cursor move in htop', bytes(ofHtop), null, 'bytes', null);
  told(
    'cursor move while nothing refreshes beside bare Ink, p95',
    part(ms(ofQuiet), 0.95),
    part(ms(ofBare), 0.95),
    'ms',
    3,
  );
  told('cursor move while lists refresh beside bare Ink, p95', part(ms(ofBusy), 0.95), part(ms(ofBare), 0.95), 'ms', 3);
  told('slowest cursor move in bare Ink', part(ms(ofBare), 1), null, 'ms', null);
  told('slowest cursor move while lists refresh', part(ms(ofBusy), 1), null, 'ms', 33);
  told('bytes of a cursor move beside tig', bytes(ofQuiet), ofTig === null ? null : bytes(ofTig), 'bytes', 2);
  told('bytes of a cursor move beside bare Ink', bytes(ofQuiet), bytes(ofBare), 'bytes', null);
  const slow = (seen: readonly Seen[]): number => median(seen.map(({ slowMs }) => slowMs));
  told('cursor move at 9600 baud', slow(ofQuiet), ofTig === null ? null : slow(ofTig), 'ms', 2);
  const onTheLine = mean(ms(ofThin));
  told(
    'cursor move on a line paced to 9600 baud, mean',
    onTheLine,
    ofTig === null ? null : mean(ofTig.map(({ slowMs }) => slowMs)),
    'ms',
    2,
  );
  told('200 keys at once, until the last frame', burst.ms, null, 'ms', 250);
  told('frames for 200 keys at once', frames, null, 'frames', null);
  told('a letter of a filter over 15,000 rows, slowest', part(ms(typed), 1), null, 'ms', 33);
  told('memory with 15,000 rows beside bare Ink', memory / 2 ** 20, bareMemory / 2 ** 20, 'MiB', 2);
}

async function idle(): Promise<void> {
  const still = await startBeside('./service.ts', [BIDS, INSTANCES, 0]);
  const asked = async (): Promise<number> => Number(await (await fetch(`${still.said}/asked`)).text());
  const resting = openTimed(consoleOn(still.said, 2));
  await resting.until('', `${INSTANCES} instances running`);
  await pause(3000);
  const before = { at: resting.raw().length, ms: processorTime(resting.pid), asked: await asked() };
  await pause(IDLE_MS);
  const spent = processorTime(resting.pid) - before.ms;
  const questions = (await asked()) - before.asked;
  const raw = resting.raw().slice(before.at);
  await resting.close();
  const loop = await startBeside('./floors/loop.ts', [still.said, 2]);
  await pause(3000);
  const loopBefore = { ms: processorTime(loop.pid), asked: await asked() };
  await pause(IDLE_MS);
  const loopSpent = processorTime(loop.pid) - loopBefore.ms;
  const loopQuestions = (await asked()) - loopBefore.asked;
  loop.close();
  still.close();
  const seconds = IDLE_MS / 1000;
  told('processor at rest beside a bare loop', spent / seconds / 10, loopSpent / seconds / 10, '%', 1.5);
  told('processor for each request beside a bare loop', spent / questions, loopSpent / loopQuestions, 'ms', 1.5);
  told('requests at rest beside a bare loop', questions / seconds, loopQuestions / seconds, 'a second', null);
  told('bytes on the wire at rest', Buffer.byteLength(raw) / seconds, null, 'bytes a second', null);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what clears a screen is an escape sequence
  told('full-screen clears at rest', raw.match(/\u001b\[[23]?J/g)?.length ?? 0, null, 'clears', 0);
}

async function polls(): Promise<void> {
  const { parsed, merged, longest, pages } = await measurePoll(INSTANCES);
  told('parsing and merging 10,000 rows beside JSON.parse', merged, parsed, 'ms', 4);
  told('longest block by a poll of 10,000 rows', longest, null, 'ms', 16);
  const { begun, ended } = await measureManyPolls(pages);
  told('heap after 1,000 polls beside after 100', ended / 2 ** 20, begun / 2 ** 20, 'MiB', 1.1);
}

if (!existsSync(program)) throw new Error('There is no dist/cli.js to measure: run `npm run build` first.');
await polls();
await starts(await bundled('hello'));
await moves(await bundled('table'));
await idle();
rmSync(folder, { recursive: true, force: true });

const cells = [
  ['what', 'measured', 'floor', 'ratio', 'target', ''],
  ...lines.map(({ what, measured, floor, unit, target }) => {
    const ratio = floor === null ? null : measured / floor;
    const checked = ratio ?? measured;
    return [
      what,
      `${measured} ${unit}`,
      floor === null ? '' : String(floor),
      ratio === null ? '' : `${ratio.toFixed(2)}×`,
      target === null ? '' : ratio === null ? `${target} ${unit}` : `${target}×`,
      target === null ? '' : checked <= target ? 'met' : 'missed',
    ];
  }),
];
const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? [];
process.stdout.write(
  `\n${cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`,
);
writeFileSync(
  new URL('./results.json', import.meta.url),
  `${JSON.stringify({ node: process.version, processor: cpus()[0]?.model ?? '', cores: cpus().length, steps: STEPS, lines }, null, 2)}\n`,
);

import { FLEETS } from '../distance/fleets.ts';
import { measureManyPolls } from '../many-polls.ts';
import type { BenchOptions } from '../options.ts';
import { measurePoll } from '../poll.ts';
import { formatTable, writeResults } from '../results.ts';
import { measureConsole } from './console-lines.ts';
import { makeFolder } from './floors.ts';
import { bestOf, cellsBeside, cellsOf, type Line, line, TARGETS } from './line.ts';
import { measureMoves } from './moves.ts';
import { measureIdle } from './rest.ts';
import { measureCommands, measureStarts } from './starts.ts';

type Loopback = Extract<BenchOptions, { kind: 'loopback' }>;
type ConsoleAlone = Extract<BenchOptions, { kind: 'console' }>;

const SIZE = { bids: 5000, liveBids: 5000, instances: 10_000 };

async function measurePolls(): Promise<readonly Line[]> {
  const { parsed, merged, longest, pages } = await measurePoll(SIZE.instances);
  const { begun, ended } = await measureManyPolls(pages);
  const target = TARGETS.poll;
  return [
    line('parsing and merging 10,000 rows beside JSON.parse', merged, parsed, 'ms', target.mergedBesideParsing),
    line('longest block by a poll of 10,000 rows', longest, null, 'ms', target.longestBlockMs),
    line('heap after 1,000 polls beside after 100', ended / 2 ** 20, begun / 2 ** 20, 'MiB', target.heapBesideBegin),
  ];
}

/** The better one counts, as other work only makes it worse. */
const ROUNDS = 2;

type Measure = () => Promise<readonly Line[]>;

async function inOrder(measures: readonly Measure[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const measure of measures) lines.push(...reported(await measure()));
  return lines;
}

function reported(lines: readonly Line[]): readonly Line[] {
  for (const { what, measured: value, unit } of lines) process.stderr.write(`${what}: ${value} ${unit}\n`);
  return lines;
}

/** By turns. Prints the table, with floors for a single program. Returns the first one's lines. */
async function measured(
  programs: readonly string[],
  title: string,
  measuresOf: (program: string) => readonly Measure[],
): Promise<readonly Line[]> {
  const rounds: (readonly (readonly Line[])[])[] = [];
  for (let round = 0; round < (programs.length > 1 ? ROUNDS : 1); round++) {
    const of: (readonly Line[])[] = [];
    for (const program of programs) of.push(await inOrder(measuresOf(program)));
    rounds.push(of);
  }
  const best = programs.map((_, at) => bestOf(rounds.map((of) => of[at] ?? [])));
  const [only = [], ...others] = best;
  const cells = others.length === 0 ? cellsOf(only) : cellsBeside(programs, best);
  process.stdout.write(`\n${title}\n\n${formatTable(cells)}`);
  return only;
}

const titleOf = (title: string): string => `The console at 160 × 45, ${title}`;

export async function runLoopback({ steps, programs }: Loopback): Promise<void> {
  const folder = makeFolder();
  const polls = programs.length === 1 ? await measured(programs, 'Polls', () => [measurePolls]) : [];
  const parts = await measured(programs, 'Beside the least that each part can cost', (program) => [
    () => measureStarts(program, folder.path),
    () => measureMoves(program, folder.path, SIZE, steps),
    () => measureIdle(program, SIZE),
  ]);
  const whole = await measured(programs, titleOf('5,000 live bids and 10,000 instances'), (program) => [
    () => measureConsole(program, folder.path, SIZE, steps),
    () => measureCommands(program, folder.path),
  ]);
  if (programs.length === 1) writeResults('./results.json', { steps, lines: [...polls, ...parts, ...whole] });
  folder.remove();
}

export async function runConsole({ steps, programs, fleet }: ConsoleAlone): Promise<void> {
  const folder = makeFolder();
  const { title, ...size } = FLEETS[fleet];
  await measured(programs, titleOf(title), (program) => [
    () => measureConsole(program, folder.path, size, steps),
    () => measureCommands(program, folder.path),
  ]);
  folder.remove();
}

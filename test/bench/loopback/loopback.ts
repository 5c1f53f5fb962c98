import { measureManyPolls } from '../many-polls.ts';
import type { BenchOptions } from '../options.ts';
import { measurePoll } from '../poll.ts';
import { formatTable, writeResults } from '../results.ts';
import { makeFolder } from './floors.ts';
import { measureIdle } from './idle.ts';
import { bestOf, cellsBeside, cellsOf, type Line, line } from './line.ts';
import { measureMoves } from './moves.ts';
import { measureStarts } from './starts.ts';

type Loopback = Extract<BenchOptions, { kind: 'loopback' }>;

const SIZE = { bids: 5000, liveBids: 5000, instances: 10_000 };

async function measurePolls(): Promise<readonly Line[]> {
  const { parsed, merged, longest, pages } = await measurePoll(SIZE.instances);
  const { begun, ended } = await measureManyPolls(pages);
  return [
    line('parsing and merging 10,000 rows beside JSON.parse', merged, parsed, 'ms', 4),
    line('longest block by a poll of 10,000 rows', longest, null, 'ms', 16),
    line('heap after 1,000 polls beside after 100', ended / 2 ** 20, begun / 2 ** 20, 'MiB', 1.1),
  ];
}

/** Rounds of two programs side by side; the better result counts, because other work on the machine only makes it worse. */
const ROUNDS = 2;

/** Measures one program, and the least that each of its parts can cost. */
async function measured(program: string, folder: string, steps: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const measure of [
    () => measureStarts(program, folder),
    () => measureMoves(program, folder, SIZE, steps),
    () => measureIdle(program, SIZE),
  ])
    lines.push(...reported(await measure()));
  return lines;
}

function reported(lines: readonly Line[]): readonly Line[] {
  for (const { what, measured: value, unit } of lines) process.stderr.write(`${what}: ${value} ${unit}\n`);
  return lines;
}

/** Measures the program with a service on loopback, or several programs by turns. */
export async function runLoopback({ steps, programs }: Loopback): Promise<void> {
  const folder = makeFolder();
  const [only, ...others] = programs;
  if (only !== undefined && others.length === 0) {
    const lines = [...reported(await measurePolls()), ...(await measured(only, folder.path, steps))];
    process.stdout.write(`\n${formatTable(cellsOf(lines))}`);
    writeResults('./results.json', { steps, lines });
  } else {
    const rounds: (readonly (readonly Line[])[])[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const of: (readonly Line[])[] = [];
      for (const program of programs) of.push(await measured(program, folder.path, steps));
      rounds.push(of);
    }
    const best = programs.map((_, at) => bestOf(rounds.map((of) => of[at] ?? [])));
    process.stdout.write(`\n${formatTable(cellsBeside(programs, best))}`);
  }
  folder.remove();
}

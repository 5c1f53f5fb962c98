import { measureManyPolls } from '../many-polls.ts';
import { measurePoll } from '../poll.ts';
import { formatTable, writeResults } from '../results.ts';
import { makeFolder } from './floors.ts';
import { measureIdle } from './idle.ts';
import { cellsOf, type Line, line } from './line.ts';
import { measureMoves } from './moves.ts';
import { measureStarts } from './starts.ts';

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

/** Measures the program, and the least that each of its parts can cost, with a service on loopback. */
export async function runLoopback(steps: number): Promise<void> {
  const folder = makeFolder();
  const measures = [
    measurePolls,
    () => measureStarts(folder.path),
    () => measureMoves(folder.path, SIZE, steps),
    () => measureIdle(SIZE),
  ];
  const lines: Line[] = [];
  for (const measure of measures) {
    const measured = await measure();
    for (const { what, measured: value, unit } of measured) process.stderr.write(`${what}: ${value} ${unit}\n`);
    lines.push(...measured);
  }
  folder.remove();
  process.stdout.write(`\n${formatTable(cellsOf(lines))}`);
  writeResults('./results.json', { steps, lines });
}

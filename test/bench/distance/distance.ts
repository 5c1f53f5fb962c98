import type { BenchOptions } from '../options.ts';
import { formatTable, writeResults } from '../results.ts';
import { type Figures, measureFigures } from './figures.ts';
import { FLEETS } from './fleets.ts';
import { type Column, cellsOf, linesOf, MINUTES_FROM, minuteCells } from './line.ts';

/** Measures fleets side by side, at some distances, with one program or several. */
export async function runDistance({
  latencies,
  seconds,
  fleets,
  programs,
  scenario,
  retryAfter,
}: Extract<BenchOptions, { readonly kind: 'distance' }>): Promise<void> {
  const columns = latencies.flatMap((latency) => programs.map((program): Column => ({ latency, program })));
  const results: unknown[] = [];
  for (const name of fleets) {
    const fleet = FLEETS[name];
    const figures: Figures[] = [];
    for (const column of columns) {
      process.stderr.write(`${fleet.title}, at ${column.latency} ms, for ${seconds} s: ${column.program}…\n`);
      const found = await measureFigures(fleet, { ...column, seconds, scenario, retryAfter });
      figures.push(found);
      process.stderr.write(formatTable(cellsOf([column], linesOf(fleet, [column], [found]))));
      if (seconds >= MINUTES_FROM) process.stdout.write(`\n${formatTable(minuteCells(found))}`);
    }
    const lines = linesOf(fleet, columns, figures);
    const meanwhile = scenario === null ? '' : `, meanwhile: ${scenario}`;
    process.stdout.write(`\n${fleet.title}${meanwhile}\n\n${formatTable(cellsOf(columns, lines))}`);
    results.push({ fleet: name, lines });
  }
  writeResults('./latency.json', { seconds, scenario, columns, fleets: results });
}

import type { BenchOptions } from '../options.ts';
import { formatTable, writeResults } from '../results.ts';
import { type Figures, measureFigures } from './figures.ts';
import { FLEETS } from './fleets.ts';
import { cellsOf, linesOf } from './line.ts';

/** Measures fleets on loopback and side by side at a distance. */
export async function runDistance({
  latency,
  seconds,
  fleets,
}: Extract<BenchOptions, { readonly kind: 'distance' }>): Promise<void> {
  const distances = latency === 0 ? [0] : [0, latency];
  const results: unknown[] = [];
  for (const name of fleets) {
    const fleet = FLEETS[name];
    const figures: Figures[] = [];
    for (const distance of distances) {
      process.stderr.write(`${fleet.title}, at ${distance} ms, for ${seconds} s…\n`);
      figures.push(await measureFigures(fleet, distance, seconds));
    }
    const lines = linesOf(fleet, distances, figures);
    process.stdout.write(`\n${fleet.title}\n\n${formatTable(cellsOf(distances, lines))}`);
    results.push({ fleet: name, lines });
  }
  writeResults('./latency.json', { seconds, distances, fleets: results });
}

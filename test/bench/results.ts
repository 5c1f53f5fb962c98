import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Formats rows of cells as a table with columns of equal width. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const text = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${text.join('\n')}\n`;
}

/** Writes results beside the bench, with the machine they are from. */
export function writeResults(file: string, results: Readonly<Record<string, unknown>>): void {
  const machine = { node: process.version, processor: cpus()[0]?.model ?? '', cores: cpus().length };
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify({ ...machine, ...results }, null, 2)}\n`);
}

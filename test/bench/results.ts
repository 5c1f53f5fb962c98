import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

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

/** With the machine they are from. */
export function writeResults(file: string, results: Readonly<Record<string, unknown>>): void {
  const machine = { node: process.version, processor: cpus()[0]?.model ?? '', cores: cpus().length };
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify({ ...machine, ...results }, null, 2)}\n`);
}

/** `share` is from 0 to 1; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
export const round = (value: number): number => Math.round(value * 100) / 100;

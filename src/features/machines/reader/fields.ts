import { printableLine } from '../../../lib/sanitize.ts';
import type { Gpu, Usage } from '../reading.ts';

/** In characters. */
const LONGEST_NAME = 64;
const LONGEST_MESSAGE = 200;

/** One line of a machine's text, safe to print and cut. */
function shortLine(text: string, most: number): string {
  // Cut first: no text costs more than its limit.
  return [
    ...printableLine(text.slice(0, most * 4))
      .trim()
      .replace(/ {2,}/g, ' '),
  ]
    .slice(0, most)
    .join('');
}

export const shortName = (text: string): string => shortLine(text, LONGEST_NAME);
export const shortMessage = (text: string): string => shortLine(text, LONGEST_MESSAGE);

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;

/** A decimal number within bounds; null for others, such as `[N/A]`, `ERR!` or one with a unit. */
export function numberIn(text: string | undefined, least: number, most: number): number | null {
  const trimmed = text?.trim() ?? '';
  if (!NUMBER.test(trimmed)) return null;
  const number = Number(trimmed);
  return number >= least && number <= most ? number : null;
}

export function integerIn(text: string | undefined, least: number, most: number): number | null {
  const number = numberIn(text, least, most);
  return number === null || !Number.isInteger(number) ? null : number;
}

/** Splits CSV; a quoted cell may have commas, a doubled quote is a quote. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (letter === '"' && quoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === ',' && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell].map((text) => text.trim());
}

/** Limits of a machine's GPUs, and of a GPU's processes. */
const MOST_GPUS = 64;
export const MOST_PROCESSES = 32;
export const LAST_INDEX = 999;
/** 4 PiB. */
const MOST_BYTES = 2 ** 52;

export const percentIn = (text: string | undefined): number | null => numberIn(text, 0, 100);
export const degreesIn = (text: string | undefined): number | null => numberIn(text, -100, 300);
export const wattsIn = (text: string | undefined): number | null => numberIn(text, 0, 20_000);

export function bytesIn(text: string | undefined, unit: number): number | null {
  const number = numberIn(text, 0, MOST_BYTES / unit);
  return number === null ? null : Math.round(number * unit);
}

/** Null for an unknown part, or parts without sense. */
export function usageOf(used: number | null, total: number | null): Usage | null {
  return used === null || total === null || total === 0 || used > total ? null : { used, total };
}

/** Sorted, each index once. */
export function distinctGpus(gpus: readonly Gpu[]): readonly Gpu[] {
  const byIndex = new Map<number, Gpu>();
  for (const gpu of gpus) if (!byIndex.has(gpu.index)) byIndex.set(gpu.index, gpu);
  return [...byIndex.values()].sort((a, b) => a.index - b.index).slice(0, MOST_GPUS);
}

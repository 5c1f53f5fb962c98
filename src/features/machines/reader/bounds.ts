import type { Gpu, Usage } from '../sample.ts';
import { numberIn } from './fields.ts';

/** Most GPUs of a machine and most processes of a GPU that are kept. */
export const MOST_GPUS = 64;
export const MOST_PROCESSES = 32;
/** Highest index of a GPU. */
export const LAST_INDEX = 999;
/** Most bytes of anything: 4 PiB. */
const MOST_BYTES = 2 ** 52;

export const percentIn = (text: string | undefined): number | null => numberIn(text, 0, 100);
export const degreesIn = (text: string | undefined): number | null => numberIn(text, -100, 300);
export const wattsIn = (text: string | undefined): number | null => numberIn(text, 0, 20_000);

/** Parses a number of units of so many bytes. */
export function bytesIn(text: string | undefined, unit: number): number | null {
  const number = numberIn(text, 0, MOST_BYTES / unit);
  return number === null ? null : Math.round(number * unit);
}

/** An amount in use of a whole; null when one of them is not known or they do not fit. */
export function usageOf(used: number | null, total: number | null): Usage | null {
  return used === null || total === null || total === 0 || used > total ? null : { used, total };
}

/** The GPUs in the order of their indices, each index once. */
export function distinctGpus(gpus: readonly Gpu[]): readonly Gpu[] {
  const byIndex = new Map<number, Gpu>();
  for (const gpu of gpus) if (!byIndex.has(gpu.index)) byIndex.set(gpu.index, gpu);
  return [...byIndex.values()].sort((a, b) => a.index - b.index).slice(0, MOST_GPUS);
}

import { MINUTE_MS } from '../../lib/duration.ts';
import { isStale, type Reading } from './reading.ts';
import type { Gpu, GpuProcess, Sample, Taken, Usage } from './sample.ts';

/** Age of a sample, in milliseconds, from which on its numbers are not shown at all. */
const TOO_OLD_MS = 10 * MINUTE_MS;

/** How far the last sample of a machine can be trusted: `old` numbers are no longer shown. */
export type Freshness = 'none' | 'current' | 'stale' | 'old';

export function freshnessOf(reading: { readonly sample: Taken | null } | null, now: number): Freshness {
  if (reading === null || reading.sample === null) return 'none';
  if (now - reading.sample.at > TOO_OLD_MS) return 'old';
  return isStale(reading, now) ? 'stale' : 'current';
}

/** The last sample of a machine; null before the first one, and when it is too old to be shown. */
export function shownSample(reading: Pick<Reading, 'sample'> | null, now: number): Sample | null {
  return freshnessOf(reading, now) === 'old' ? null : (reading?.sample ?? null);
}

/** The sample that filters, sums and counts rely on: the shown one, unless the machine could not be read since. */
export function knownSample(reading: Reading | null, now: number): Sample | null {
  const failed = reading !== null && reading.problem !== null && freshnessOf(reading, now) !== 'current';
  return failed ? null : shownSample(reading, now);
}

/** The GPUs of a sample; none when they could not be read. */
export function gpusOf(sample: Pick<Sample, 'gpus'> | null): readonly Gpu[] {
  return sample?.gpus.kind === 'read' ? sample.gpus.gpus : [];
}

/** The memory of GPUs together; null when none says its own. */
export function memoryOf(gpus: readonly Gpu[]): Usage | null {
  const known = gpus.flatMap(({ memory }) => memory ?? []);
  return known.length === 0
    ? null
    : { used: sum(known.map(({ used }) => used)), total: sum(known.map(({ total }) => total)) };
}

/** The highest temperature of GPUs, in degrees Celsius; null when none says its own. */
export function hottest(gpus: readonly Gpu[]): number | null {
  const known = gpus.flatMap(({ temperature }) => temperature ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** The power of GPUs together, in watts; null when none says its own. */
export function powerOf(gpus: readonly Gpu[]): number | null {
  const known = gpus.flatMap(({ power }) => power ?? []);
  return known.length === 0 ? null : sum(known);
}

/** The processes on GPUs, that with the most memory first. One on several GPUs is there once, with its whole memory. */
export function processesOn(gpus: readonly Gpu[]): readonly GpuProcess[] {
  const byPid = new Map<number, GpuProcess>();
  for (const one of gpus.flatMap(({ processes }) => processes)) {
    const known = byPid.get(one.pid);
    const memory = known === undefined || known.memory === null ? one.memory : known.memory + (one.memory ?? 0);
    byPid.set(one.pid, { ...one, memory });
  }
  return [...byPid.values()].toSorted((a, b) => (b.memory ?? -1) - (a.memory ?? -1) || a.pid - b.pid);
}

/** For how long no GPU of a machine has done anything, in milliseconds, as of its last sample; null while one works. */
export function idleFor({ idleSince, sample }: Pick<Reading, 'idleSince' | 'sample'>, now: number): number | null {
  if (idleSince === null || sample === null) return null;
  // Nothing is known of the time since a stale sample.
  const until = freshnessOf({ sample }, now) === 'current' ? now : sample.at;
  return Math.max(0, until - idleSince);
}

/** How much of a whole is in use, in per cent; null for an empty whole. */
export function percentOf(usage: Usage | null): number | null {
  return usage === null || usage.total <= 0 ? null : (100 * usage.used) / usage.total;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

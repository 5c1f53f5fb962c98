import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { Money } from '../../lib/money.ts';
import type { Context } from '../../resources/context.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { MachineRow } from './machine-row.ts';
import {
  type Gpu,
  type GpuProcess,
  isStale,
  meanUtilization,
  type Reading,
  type Sample,
  type Taken,
  type Usage,
} from './reading.ts';

/** Numbers older than this are hidden, in milliseconds. */
const TOO_OLD_MS = 10 * MINUTE_MS;

/** Trust in a machine's last sample: `old` numbers are hidden. */
export type Freshness = 'none' | 'current' | 'stale' | 'old';

export function freshnessOf(reading: { readonly sample: Taken | null } | null, now: number): Freshness {
  if (reading === null || reading.sample === null) return 'none';
  if (now - reading.sample.at > TOO_OLD_MS) return 'old';
  return isStale(reading, now) ? 'stale' : 'current';
}

/** The last sample, unless too old to be shown. */
export function shownSample(reading: Pick<Reading, 'sample'> | null, now: number): Sample | null {
  return freshnessOf(reading, now) === 'old' ? null : (reading?.sample ?? null);
}

/** The sample for filters, sums and counts: the shown one, unless the machine has failed since. */
export function knownSample(reading: Reading | null, now: number): Sample | null {
  const failed = reading !== null && reading.problem !== null && freshnessOf(reading, now) !== 'current';
  return failed ? null : shownSample(reading, now);
}

export function gpusOf(sample: Pick<Sample, 'gpus'> | null): readonly Gpu[] {
  return sample?.gpus.kind === 'read' ? sample.gpus.gpus : [];
}

export function memoryOf(gpus: readonly Gpu[]): Usage | null {
  const known = gpus.flatMap(({ memory }) => memory ?? []);
  return known.length === 0
    ? null
    : { used: sum(known.map(({ used }) => used)), total: sum(known.map(({ total }) => total)) };
}

/** In degrees Celsius. */
export function hottest(gpus: readonly Gpu[]): number | null {
  const known = gpus.flatMap(({ temperature }) => temperature ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** In watts. */
export function powerOf(gpus: readonly Gpu[]): number | null {
  const known = gpus.flatMap(({ power }) => power ?? []);
  return known.length === 0 ? null : sum(known);
}

/** Processes on GPUs, largest memory first. One on several GPUs appears once, with its whole memory. */
export function processesOn(gpus: readonly Gpu[]): readonly GpuProcess[] {
  const byPid = new Map<number, GpuProcess>();
  for (const one of gpus.flatMap(({ processes }) => processes)) {
    const known = byPid.get(one.pid);
    const memory = known === undefined || known.memory === null ? one.memory : known.memory + (one.memory ?? 0);
    byPid.set(one.pid, { ...one, memory });
  }
  return [...byPid.values()].toSorted((a, b) => (b.memory ?? -1) - (a.memory ?? -1) || a.pid - b.pid);
}

/** Time without work as of the last sample, in milliseconds; null while a GPU works. */
export function idleFor({ idleSince, sample }: Pick<Reading, 'idleSince' | 'sample'>, now: number): number | null {
  if (idleSince === null || sample === null) return null;
  // The time since a stale sample is unknown.
  const until = freshnessOf({ sample }, now) === 'current' ? now : sample.at;
  return Math.max(0, until - idleSince);
}

/** In per cent; null for an empty whole. */
export function percentOf(usage: Usage | null): number | null {
  return usage === null || usage.total <= 0 ? null : (100 * usage.used) / usage.total;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** GPUs with numbers shown in a row; empty if unknown or too old. */
export function shownGpus({ gpu, reading }: MachineRow, now: number): readonly Gpu[] {
  if (gpu === null) return gpusOf(shownSample(reading, now));
  return freshnessOf({ sample: gpu }, now) === 'old' ? [] : [gpu];
}

export function isCurrent({ gpu, reading }: MachineRow, now: number): boolean {
  return freshnessOf({ sample: gpu ?? reading.sample }, now) === 'current';
}

export function utilizationOf(gpus: readonly Gpu[]): number | null {
  return meanUtilization({ gpus: { kind: 'read', gpus } });
}

export function instanceOf(
  { about }: Pick<MachineRow, 'about'>,
  { rowOf }: Pick<Context, 'rowOf'>,
): Instance | undefined {
  return rowOf('instances', about)?.row;
}

function bidOf(row: Pick<MachineRow, 'about'>, context: Pick<Context, 'rowOf'>): Bid | undefined {
  const bid = instanceOf(row, context)?.bid ?? null;
  return bid === null ? undefined : context.rowOf('bids', bid)?.row;
}

/** Highest cost per hour of a running machine, at its bid's limit price; null if unknown. */
export function costOf(row: Pick<MachineRow, 'about'>, context: Pick<Context, 'rowOf'>): Money | null {
  return runs(row, context) ? (bidOf(row, context)?.limit_price?.amount ?? null) : null;
}

export const runs = (row: Pick<MachineRow, 'about'>, context: Pick<Context, 'rowOf'>): boolean =>
  isStatus(instanceOf(row, context)?.status ?? null, 'running');

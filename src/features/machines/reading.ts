import { isSeenBetween, type Sample, type Taken } from './sample.ts';
import type { MachineProblem } from './source.ts';

/** Samples that the history of a machine holds. */
export const HISTORY = 60;
/** Highest utilization of a GPU that does nothing, in per cent: tools show one or two for a GPU at rest. */
export const AT_REST = 2;

/**
 * What is known of a machine. `sample` is the last one, also after the stream has failed: its age tells. Times in milliseconds
 * since 1970.
 */
export type Reading = {
  readonly fid: string;
  readonly simulated: boolean;
  readonly sample: Sample | null;
  /** Why the last try failed, and when; null while it is read. */
  readonly problem: (MachineProblem & { readonly at: number }) | null;
  /** The mean utilization of the last samples, oldest first; null where a sample had none. */
  readonly history: readonly (number | null)[];
  /** Time of the first of the last samples in which no GPU did anything, none far from the next; null while one works, or none is known. */
  readonly idleSince: number | null;
};

/** What a stream has brought for a machine. */
export type ReadingEvent =
  | { readonly kind: 'sampled'; readonly fid: string; readonly sample: Sample }
  | { readonly kind: 'failed'; readonly fid: string; readonly problem: MachineProblem; readonly at: number };

/** The mean utilization of the GPUs in per cent; null when no GPU says its own. */
export function meanUtilization({ gpus }: Pick<Sample, 'gpus'>): number | null {
  const known = gpus.kind === 'read' ? gpus.gpus.flatMap(({ utilization }) => utilization ?? []) : [];
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}

/** Whether every GPU of a machine is known to do nothing. */
export function isAtRest({ gpus }: Pick<Sample, 'gpus'>): boolean {
  return (
    gpus.kind === 'read' &&
    gpus.gpus.length > 0 &&
    gpus.gpus.every(({ utilization }) => utilization !== null && utilization <= AT_REST)
  );
}

/** The reading of a machine after an event of its stream. */
export function readingAfter(before: Reading | null, event: ReadingEvent, simulated: boolean): Reading {
  const known: Reading = before ?? {
    fid: event.fid,
    simulated,
    sample: null,
    problem: null,
    history: [],
    idleSince: null,
  };
  if (event.kind === 'failed') return { ...known, problem: { ...event.problem, at: event.at } };
  const { sample } = event;
  const since = known.sample !== null && isSeenBetween(known.sample.at, sample.at) ? known.idleSince : null;
  return {
    ...known,
    sample,
    problem: null,
    history: [...known.history, meanUtilization(sample)].slice(-HISTORY),
    idleSince: isAtRest(sample) ? (since ?? sample.at) : null,
  };
}

/** Time after which the next sample of a machine is late, in milliseconds: the numbers of the last one are then not shown as current. */
export const STALE_MS = 30_000;

/** Whether the last sample of a machine is too old to be current. */
export function isStale({ sample }: { readonly sample: Taken | null }, now: number): boolean {
  return sample !== null && now - sample.at > (sample.againMs ?? 0) + STALE_MS;
}

/** Whether a GPU of a machine worked in its last sample, and the sample is current. */
export function isBusy(reading: Pick<Reading, 'sample' | 'problem'>, now: number): boolean {
  const { sample, problem } = reading;
  if (sample === null || problem !== null || isStale(reading, now) || sample.gpus.kind !== 'read') return false;
  return sample.gpus.gpus.some(({ utilization }) => utilization !== null && utilization > AT_REST);
}

/** Whether it is not known what a machine does, though it was tried: it can't be read, its GPU tool hangs or fails, or its sample is old. */
export function isUnreadable(reading: Pick<Reading, 'sample' | 'problem'>, now: number): boolean {
  const { sample, problem } = reading;
  if (problem !== null) return true;
  return sample !== null && (isStale(reading, now) || sample.gpus.kind === 'hangs' || sample.gpus.kind === 'driver');
}

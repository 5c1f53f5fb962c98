import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { BenchList, BenchService } from '../service/start.ts';
import type { TimedConsole } from '../timed.ts';

/** A measured console with its service. */
export type Observation = {
  readonly timed: TimedConsole;
  readonly service: BenchService;
  /** Of the whole fleet. */
  readonly names: Readonly<Record<BenchList, readonly string[]>>;
  readonly journal: JournalReader;
  /** Rows under a timed change, left alone by other parts. */
  readonly changing: Set<string>;
  /** Since the measuring began, in milliseconds. */
  readonly elapsed: () => number;
  readonly isOver: () => boolean;
};

/** Both in milliseconds, the first since the measuring began. */
export type Timing = { readonly at: number; readonly ms: number };

export const durations = (timings: readonly Timing[]): readonly number[] => timings.map(({ ms }) => ms);

const MINUTE_MS = 60_000;

/** Most within any one minute. Milliseconds, in order. */
export function mostInAMinute(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while ((times[first] ?? time) <= time - MINUTE_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

type JournalReader = {
  /**
   * When this reader first saw a row's status, from a time on; null before. The entry itself has only the time of the
   * request. Milliseconds since 1970.
   */
  readonly statusSeen: (list: BenchList, name: string, status: string, from: number) => number | null;
  readonly close: () => void;
};

/** It may not exist yet. */
export function readJournal(path: string, now: () => number = Date.now): JournalReader {
  const seen = new Map<string, number>();
  let database: DatabaseSync | null = null;
  let last = 0;
  const readOn = (): void => {
    if (!existsSync(path)) return;
    database ??= new DatabaseSync(path, { readOnly: true });
    const events = database.prepare('SELECT id, payload FROM entries WHERE id > ? ORDER BY id').all(last);
    for (const { id, payload } of events) {
      last = Number(id);
      const { kind, list, name, field, to } = JSON.parse(String(payload));
      if (kind === 'seen' && field === 'status') seen.set(keyOf(list, name, to), now());
    }
  };
  return {
    statusSeen: (list, name, status, from) => {
      try {
        readOn();
      } catch {
        // Locked, or without tables yet: the next call reads on.
      }
      const at = seen.get(keyOf(list, name, status));
      return at === undefined || at < from ? null : at;
    },
    close: () => database?.close(),
  };
}

const keyOf = (list: string, name: string, status: string): string => `${list} ${name} ${status}`;

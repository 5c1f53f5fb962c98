import * as z from 'zod';
import type { FileAccess } from './access.ts';
import type { JournalDatabase } from './file.ts';
import { keyOf, type Scope } from './scope.ts';

/** The cost of a sample that is not known: no cost is negative. */
const UNKNOWN = -1;

/** Running instances and their highest cost at a time: micros of the first currency, null when it is not known. Milliseconds since 1970. */
export type JournalSample = { readonly at: number; readonly running: number; readonly costMicros: number | null };

/** Interval of samples, in milliseconds. */
const SAMPLE_MS = 10_000;

const SampleRow = z.object({ at: z.int(), running: z.int(), cost: z.int() });

/** The table of samples. */
export function createSamples(database: JournalDatabase, { read, atOnce }: FileAccess) {
  const putSample = database.prepare('INSERT OR IGNORE INTO samples VALUES (?, ?, ?, ?, ?)');
  const getSamples = database.prepare('SELECT at, running, cost FROM samples WHERE scope = ? AND at >= ? ORDER BY at');

  return {
    /** Saves a sample for the charts, once for all consoles. */
    sample: (scope: Scope, { at, running, costMicros }: JournalSample): void => {
      atOnce(() => putSample.run(keyOf(scope), Math.floor(at / SAMPLE_MS), at, running, costMicros ?? UNKNOWN));
    },

    samples: (scope: Scope, since: number): readonly JournalSample[] =>
      read(() =>
        getSamples.all(keyOf(scope), since).map((row) => {
          const { at, running, cost } = SampleRow.parse(row);
          return { at, running, costMicros: cost === UNKNOWN ? null : cost };
        }),
      ),
  };
}

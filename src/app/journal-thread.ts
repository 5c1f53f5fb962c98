import { getCompileCacheDir } from 'node:module';
import { journalInThread } from '../journal/thread/client.ts';
import type { Clock } from '../lib/clock.ts';
import { startThread } from '../lib/worker-thread.ts';
import type { OpenJournal } from './journals.ts';

const ENTRY = { from: import.meta.url, source: '../cli/journal-worker.ts', built: 'journal-worker.js' };

type Parts = {
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly log: (line: string) => void;
  /** Called with the error of a thread that ends by itself. */
  readonly failed: (error: unknown) => void;
};

/** Opens each journal in a thread of its own, so that no key waits for a disk or another program. */
export const journalsInThreads =
  ({ clock, log, failed }: Parts): OpenJournal =>
  (path, maxBytes) =>
    journalInThread(startThread(ENTRY, getCompileCacheDir() ?? null), { path, maxBytes }, clock, log, failed);

import { getCompileCacheDir } from 'node:module';
import { journalInThread } from '../journal/thread/client.ts';
import { startThread } from '../lib/bundled.ts';
import type { Clock } from '../lib/clock.ts';
import type { OpenJournal } from './journals.ts';

const ENTRY = { from: import.meta.url, source: '../cli/journal-worker.ts', built: 'journal-worker.js' };

type Parts = {
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly log: (line: string) => void;
  readonly failed: (error: unknown) => void;
};

/** Each in its own thread: no key waits for a disk. */
export const journalsInThreads =
  ({ clock, log, failed }: Parts): OpenJournal =>
  (path, maxBytes) =>
    journalInThread(startThread(ENTRY, getCompileCacheDir() ?? null), { path, maxBytes }, clock, log, failed);

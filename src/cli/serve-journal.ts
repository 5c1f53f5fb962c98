import type { MessagePort } from 'node:worker_threads';
import { features } from '../features/index.ts';
import { journalRecords } from '../journal/async-journal.ts';
import { openJournal } from '../journal/journal.ts';
import { pastRecords } from '../journal/past.ts';
import { serveJournal } from '../journal/thread/server.ts';
import { serviceResources } from '../resources/index.ts';

/** Serves a journal with the records of all features from this thread. */
export async function serveJournalOfFeatures(port: MessagePort): Promise<void> {
  const [{ tables: loadTables }, records] = await Promise.all([features.load(), features.loadRecords()]);
  const tables = await loadTables();
  serveJournal(port, [journalRecords, pastRecords, ...records], (path) =>
    openJournal(path, Date.now, serviceResources, tables),
  );
}

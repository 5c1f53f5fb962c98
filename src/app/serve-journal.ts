import type { MessagePort } from 'node:worker_threads';
import { journalRecords, type RecordSet } from '../journal/async-journal.ts';
import { openJournal } from '../journal/journal.ts';
import { pastRecords } from '../journal/past.ts';
import type { Tables } from '../journal/tables.ts';
import type { JournalReply } from '../journal/thread/messages.ts';
import { serveJournal } from '../journal/thread/server.ts';
import { onWarnings, warningLine } from '../lib/node-warnings.ts';
import { serviceResources } from '../resources/index.ts';

/** What features have in a journal: their tables, and their functions on it. */
export type JournalParts = { readonly tables: readonly Tables[]; readonly records: readonly RecordSet<object>[] };

/** Serves a journal with what features have in it from this thread. */
export function serveJournalWith(port: MessagePort, { tables, records }: JournalParts): void {
  const log = (line: string): void => port.postMessage({ kind: 'log', line } satisfies JournalReply);
  onWarnings(process, (warning) => log(warningLine(warning)));
  serveJournal(port, [journalRecords, pastRecords, ...records], (path, now, maxBytes) =>
    openJournal(path, now, serviceResources, tables, maxBytes),
  );
}

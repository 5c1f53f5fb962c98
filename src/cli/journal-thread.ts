import { parentPort } from 'node:worker_threads';
import { features } from '../features/index.ts';
import { journalRecords } from '../journal/async-journal.ts';
import { openJournal } from '../journal/journal.ts';
import { pastRecords } from '../journal/past.ts';
import { type JournalReply, serveJournal } from '../journal/thread/server.ts';
import { onWarnings, warningLine } from '../lib/node-warnings.ts';
import { serviceResources } from '../resources/index.ts';

const port = parentPort;
if (port !== null) {
  const { tables, records } = await features.loadJournalParts();
  const log = (line: string): void => port.postMessage({ kind: 'log', line } satisfies JournalReply);
  onWarnings(process, (warning) => log(warningLine(warning)));
  serveJournal(port, [journalRecords, pastRecords, ...records], (path, now, maxBytes) =>
    openJournal(path, now, serviceResources, tables, maxBytes),
  );
}

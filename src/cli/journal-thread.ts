import { parentPort } from 'node:worker_threads';
import { serveJournalWith } from '../app/serve-journal.ts';
import { features } from '../features/index.ts';
import { onWarnings, warningLine } from '../lib/node-warnings.ts';

onWarnings(process, (warning) => console.error(warningLine(warning)));
if (parentPort !== null) serveJournalWith(parentPort, await features.loadJournalParts());

import { parentPort } from 'node:worker_threads';
import { serveJournalWith } from '../app/serve-journal.ts';
import { features } from '../features/index.ts';

if (parentPort !== null) serveJournalWith(parentPort, await features.loadJournalParts());

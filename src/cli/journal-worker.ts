import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { onWarnings, warningLine } from '../lib/node-warnings.ts';

/** Entry of the journal's thread: enables Node's compile cache before anything is loaded. */
onWarnings(process, (warning) => process.stderr.write(`${warningLine(warning)}\n`));
const given: { readonly compiled?: unknown } = workerData;
if (typeof given.compiled === 'string') enableCompileCache(given.compiled);
const [{ features }, { serveJournalWith }] = await Promise.all([
  import('../features/index.ts'),
  import('../app/serve-journal.ts'),
]);
if (parentPort !== null) serveJournalWith(parentPort, await features.loadJournalParts());

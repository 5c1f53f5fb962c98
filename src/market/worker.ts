import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { hearWarnings, warningLine } from '../lib/warnings.ts';

// Whoever started the thread reads its stderr; Node itself would print on the terminal.
hearWarnings(process, (warning) => void process.stderr.write(`${warningLine(warning)}\n`));

/** The entry of the market's thread: what Node has compiled of it before is looked for before anything is loaded. */
const given: { readonly compiled?: unknown } = workerData;
if (typeof given.compiled === 'string') enableCompileCache(given.compiled);
const { serveFromThread } = await import('./from-thread.ts');
serveFromThread();

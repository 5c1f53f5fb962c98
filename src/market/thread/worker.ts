import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { onWarnings, warningLine } from '../../lib/node-warnings.ts';

/** What is warned of before somebody has started the market: nobody hears it yet. */
const early: string[] = [];
let log = (line: string): void => void early.push(line);
onWarnings(process, (warning) => log(warningLine(warning)));

/** The entry of the market's thread: what Node has compiled of it before is looked for before anything is loaded. */
const given: { readonly compiled?: unknown } = workerData;
if (typeof given.compiled === 'string') enableCompileCache(given.compiled);
const { serveFromThread } = await import('./server.ts');
serveFromThread((report) => {
  log = report;
  for (const line of early) report(line);
});

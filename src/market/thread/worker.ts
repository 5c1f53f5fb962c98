import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { hearWarnings, warningLine } from '../../lib/node-warnings.ts';

/** What is warned of before somebody has started the market: nobody hears it yet. */
const early: string[] = [];
let tell = (line: string): void => void early.push(line);
hearWarnings(process, (warning) => tell(warningLine(warning)));

/** The entry of the market's thread: what Node has compiled of it before is looked for before anything is loaded. */
const given: { readonly compiled?: unknown } = workerData;
if (typeof given.compiled === 'string') enableCompileCache(given.compiled);
const { serveFromThread } = await import('./server.ts');
serveFromThread((report) => {
  tell = report;
  for (const line of early) report(line);
});

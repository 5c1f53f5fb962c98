import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import { onWarnings, warningLine } from '../../lib/node-warnings.ts';

/** Warnings before the parent has started the market. */
const early: string[] = [];
let log = (line: string): void => void early.push(line);
onWarnings(process, (warning) => log(warningLine(warning)));

/** Node's compile cache, before anything is loaded. */
const given: { readonly compiled?: unknown } = workerData;
if (typeof given.compiled === 'string') enableCompileCache(given.compiled);
const { serveFromThread } = await import('./server.ts');
serveFromThread((report) => {
  log = report;
  for (const line of early) report(line);
});

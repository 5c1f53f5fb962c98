import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

/** The entry of the market's thread: what Node has compiled of it before is looked for before anything is loaded. */
const given: { readonly compiled?: unknown } = workerData;
if (typeof given.compiled === 'string') enableCompileCache(given.compiled);
const { serveFromThread } = await import('./from-thread.ts');
serveFromThread();

import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

/** Entry of the journal's thread: the compile cache comes before all other code. */
const given: { readonly compiled?: unknown } | null = workerData;
if (typeof given?.compiled === 'string') enableCompileCache(given.compiled);
await import('./journal-thread.ts');

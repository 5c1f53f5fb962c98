import { writeLine } from '../system/streams.ts';
import { setUpCompileCache } from './compile-cache.ts';

// Asked for by scripts and prompts: nothing else is loaded for it.
if (process.argv.length === 3 && process.argv[2] === '--version') writeLine(SPOTDECK_VERSION);
else {
  const compiled = setUpCompileCache();
  // The market loads in its thread while the console loads here; it takes as long.
  if (process.argv[2] === 'demo' && !process.argv.includes('--help')) {
    const { prepareThread } = await import('../market/thread/spawn.ts');
    prepareThread(compiled);
  }
  await import('./run.ts');
}

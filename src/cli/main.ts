import { writeLine } from '../system/streams.ts';
import { setUpCompileCache } from './compile-cache.ts';

/** Words that ask for the version, as programs have them. */
const VERSION_WORDS: readonly string[] = ['--version', '-V', 'version'];

// Scripts and shell prompts run it often: nothing else is loaded for it.
if (process.argv.length === 3 && VERSION_WORDS.includes(process.argv[2] ?? '')) writeLine(SPOTDECK_VERSION);
else {
  const compiled = setUpCompileCache();
  // The market's thread starts first: loading it takes as long as loading the console.
  if (process.argv[2] === 'demo' && !process.argv.includes('--help')) {
    const { prepareThread } = await import('../market/thread/spawn.ts');
    prepareThread(compiled);
  }
  await import('./run.ts');
}

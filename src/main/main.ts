import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import envPaths from 'env-paths';

// Asked for by scripts and prompts: nothing else is loaded for it.
if (process.argv.length === 3 && process.argv[2] === '--version') process.stdout.write(`${SPOTDECK_VERSION}\n`);
else {
  // What Node has compiled is kept for the next start, where only its user can write; where nobody can, it does without.
  const compiled = join(envPaths('spotdeck', { suffix: '' }).cache, 'compiled');
  enableCompileCache(compiled);
  // The market loads in its thread while the console loads here; it takes as long.
  if (process.argv[2] === 'demo' && !process.argv.includes('--help')) {
    const { prepareThread } = await import('../market/thread.ts');
    prepareThread(compiled);
  }
  await import('./run.ts');
}

import { exitCodeWithOutput } from '../system/streams.ts';
import { answeredEarly, isHelp } from './early-answers.ts';

const words = process.argv.slice(2);
process.on('exit', (code) => {
  process.exitCode = exitCodeWithOutput(code);
});

// Scripts and prompts ask for version and help often.
if (!(await answeredEarly(words))) {
  const { ensureHome, setUpCompileCache } = await import('./compile-cache.ts');
  if (!process.env['HOME']) ensureHome();
  const compiled = setUpCompileCache();
  // The market's thread starts first: loading it takes as long as loading the console.
  if (words[0] === 'demo' && !words.some(isHelp)) {
    const { prepareThread } = await import('../market/thread/spawn.ts');
    prepareThread(compiled);
  }
  const { runHere } = await import('./run.ts');
  await runHere(words);
}

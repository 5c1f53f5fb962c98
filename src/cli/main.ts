import { pageText } from '../command/help-page.ts';
import { exitCodeWithOutput, outputTerminal, writeBlock, writeLine } from '../system/streams.ts';

/** Words that ask for the version, as programs have them. */
const VERSION_WORDS: readonly string[] = ['--version', '-V', 'version'];

// Scripts and shell prompts run it often: nothing else is loaded for it.
const words = process.argv.slice(2);
process.on('exit', (code) => {
  process.exitCode = exitCodeWithOutput(code);
});
if (words.length === 1 && VERSION_WORDS.includes(words[0] ?? '')) writeLine(SPOTDECK_VERSION);
else if (!(await printedHelp(words))) {
  if (!process.env['HOME']) (await import('./home-folder.ts')).ensureHome();
  const { setUpCompileCache } = await import('./compile-cache.ts');
  const compiled = setUpCompileCache();
  // The market's thread starts first: loading it takes as long as loading the console.
  if (words[0] === 'demo' && !words.includes('--help')) {
    const { prepareThread } = await import('../market/thread/spawn.ts');
    prepareThread(compiled);
  }
  const { runHere } = await import('./run-here.ts');
  await runHere(words);
}

/** Prints the help of a command when the words ask for that alone. Returns whether they do. */
async function printedHelp(words: readonly string[]): Promise<boolean> {
  const command = words[0] === 'help' ? words.slice(1) : words.at(-1) === '--help' ? words.slice(0, -1) : null;
  if (command === null) return false;
  const { pages } = await import('./prepared-help.ts');
  const page = pages.get(command.join(' '));
  if (page !== undefined) writeBlock(pageText(page, outputTerminal.size().columns));
  return page !== undefined;
}

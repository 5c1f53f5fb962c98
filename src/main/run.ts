import { CommanderError } from 'commander';
import { CommandFailure, EXIT } from '../commands/failure.ts';
import { hasVerbs, program, withVerbs } from './program.ts';
import { checkCommand, usageFailure } from './usage-errors.ts';

const words = process.argv.slice(2);
if (hasVerbs(words)) await withVerbs();

// Whoever reads a pipe and has read enough goes away: nothing is wrong, and nobody is left to write to.
if (process.stdout.isTTY !== true) process.stdout.on('error', () => process.exit(EXIT.done));

try {
  checkCommand(program, words);
  await program.parseAsync();
} catch (error) {
  process.exitCode = await tell(error);
}

/** One line that says what is wrong, then what to do; never a stack. */
async function tell(error: unknown): Promise<number> {
  // A group of commands without a verb has shown its help.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT.done : tell(usageFailure(program, words, error));
  if (error instanceof CommandFailure) {
    process.stderr.write(`${error.message}\n${error.hint === null ? '' : `${error.hint}\n`}`);
    return error.code;
  }
  if (error instanceof Error && error.name === 'MarketFailure') {
    process.stderr.write(`${error.message}\n`);
    return EXIT.refused;
  }
  const { reportCrash } = await import('../commands/crash.ts');
  return reportCrash(error);
}

import { CommanderError } from 'commander';
import { CommandFailure, EXIT } from '../commands/failure.ts';
import { watchStreams, writeErrorLine, writeErrorLines } from '../commands/streams.ts';
import { hasVerbs, program, withColumnNames, withVerbs } from './program.ts';
import { checkCommand, usageFailure } from './usage-errors.ts';

const words = process.argv.slice(2);
if (hasVerbs(words)) await withVerbs();
await withColumnNames(words);

watchStreams();

try {
  checkCommand(program, words);
  await program.parseAsync();
} catch (error) {
  process.exitCode = await tell(error);
}

/** Says what is wrong, then what to do; never a stack. */
async function tell(error: unknown): Promise<number> {
  // A group of commands without a verb has shown its help.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT.done : tell(usageFailure(program, words, error));
  if (error instanceof CommandFailure) {
    writeErrorLines(error.lines);
    return error.code;
  }
  if (error instanceof Error && error.name === 'MarketFailure') {
    writeErrorLine(error.message);
    return EXIT.refused;
  }
  const { reportCrash } = await import('../commands/crash.ts');
  return reportCrash(error);
}

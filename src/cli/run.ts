import { CommanderError } from 'commander';
import { withKnownWords } from '../command/habits.ts';
import { onWarnings, warningForOperator, warningLine } from '../lib/node-warnings.ts';
import { appLog } from '../system/app-log.ts';
// Loaded before any fault: when no more files can be opened, nothing can be loaded either.
import { catchFaults, reportCrash } from '../system/crash-report.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { watchStreams, writeErrorLine, writeErrorLines } from '../system/streams.ts';
import { addCommands, addWords, neededFor, program } from './program.ts';
import { checkCommand, commandAt, commandWord, usageFailure } from './usage-errors.ts';

catchFaults();
onWarnings(process, (warning) => {
  const sentence = warningForOperator(warning);
  if (sentence === null) appLog('console')(warningLine(warning));
  else writeErrorLine(sentence);
});

const given = process.argv.slice(2);
const words = withKnownWords(given, commandAt(program, given));
addCommands(commandWord(program, words) === 'get' ? 'get' : 'all');
const needed = neededFor(words);
if (needed !== 'nothing') await addWords((await import('./prepared-words.ts')).words, needed);

watchStreams();

try {
  checkCommand(program, words);
  await program.parseAsync(words, { from: 'user' });
} catch (error) {
  process.exitCode = report(error);
}

/** Prints an error and a hint, never a stack. Returns the exit code. */
function report(error: unknown): number {
  // A group of commands without a verb has printed its help.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT.done : report(usageFailure(program, words, error));
  if (error instanceof CommandFailure) {
    writeErrorLines(error.lines);
    return error.code;
  }
  if (error instanceof Error && error.name === 'MarketFailure') {
    writeErrorLine(error.message);
    return EXIT.refused;
  }
  return reportCrash(error);
}

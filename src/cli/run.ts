import { type Command, CommanderError } from 'commander';
import { onWarnings, warningForOperator, warningLine } from '../lib/node-warnings.ts';
import { appLog } from '../system/app-log.ts';
import { catchFaults, reportCrash } from '../system/crash-report.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { watchStreams, writeErrorLine, writeErrorLines } from '../system/streams.ts';
import { system } from '../system/system.ts';
import { createCommandLine, neededFor } from './program.ts';
import { checkCommand, commandAt, commandWord, knownWith, usageFailure, withKnownWords } from './usage-errors.ts';

/** Runs a command line on its system, and sets the exit code. */
export async function runCommandLine(given: readonly string[]): Promise<void> {
  const { program, addCommands, addWords } = createCommandLine();
  const words = withKnownWords(given, commandAt(program, given));
  addCommands(commandWord(program, words) === 'get' ? 'get' : 'all');
  const needed = neededFor(program, words);
  const prepared = needed === 'nothing' ? null : (await import('./prepared-words.ts')).words;
  if (prepared !== null) await addWords(prepared, needed === 'lists' ? needed : 'everything');
  watchStreams();
  try {
    checkCommand(program, words, knownWith(prepared));
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    system().setExitCode(report(program, words, error));
  }
}

/** Prints an error and a hint, never a stack. Returns the exit code. */
function report(program: Command, words: readonly string[], error: unknown): number {
  // A group without a verb has printed its help.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT.done : report(program, words, usageFailure(program, words, error));
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

/** Runs the program in this process, whose faults and warnings are its own. */
export async function runHere(words: readonly string[]): Promise<void> {
  catchFaults();
  onWarnings(process, (warning) => {
    const sentence = warningForOperator(warning);
    if (sentence === null) appLog('console')(warningLine(warning));
    else writeErrorLine(sentence);
  });
  await runCommandLine(words);
}

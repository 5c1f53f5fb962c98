import { onWarnings, warningForOperator, warningLine } from '../lib/node-warnings.ts';
import { appLog } from '../system/app-log.ts';
// Loaded before any fault: when no more files can be opened, nothing can be loaded either.
import { catchFaults } from '../system/crash-report.ts';
import { writeErrorLine } from '../system/streams.ts';
import { runCommandLine } from './run.ts';

/** Runs the program in this process, whose faults and warnings are the program's. */
export async function runHere(words: readonly string[]): Promise<void> {
  catchFaults();
  onWarnings(process, (warning) => {
    const sentence = warningForOperator(warning);
    if (sentence === null) appLog('console')(warningLine(warning));
    else writeErrorLine(sentence);
  });
  await runCommandLine(words);
}

// For tests that run the built program in their own process.
import { exitCodeWithOutput } from '../system/streams.ts';
import { runOn, type System } from '../system/system.ts';
import { answeredEarly } from './early-answers.ts';

export { runOn };

/** Runs a command line on another system. Returns the exit code. */
export const runProgram = (
  system: System & { readonly exitCode: () => number },
  words: readonly string[],
): Promise<number> =>
  runOn(system, async () => {
    if (!(await answeredEarly(words))) {
      const { runCommandLine } = await import('./run.ts');
      await runCommandLine(words);
    }
    return exitCodeWithOutput(system.exitCode());
  });

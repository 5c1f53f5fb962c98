import { CommandFailure, EXIT } from './exit.ts';
import { ask } from './prompt.ts';
import { writeErrorLines } from './streams.ts';

/** Question before a risky action: lines of explanation, the word to type, and the test of an answer. */
export type Question = {
  readonly lines: readonly string[];
  readonly typed: string;
  readonly accepts: (answer: string) => boolean;
};

/** Asks the operator on the terminal, unless `--yes` was given. @throws {CommandFailure} without consent or a terminal. */
export async function confirmed({ lines, typed, accepts }: Question, yes: boolean): Promise<void> {
  if (yes) return;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new CommandFailure(EXIT.usage, lines, 'There is no terminal to ask on. Use --yes to confirm.');
  writeErrorLines(lines);
  if (!accepts(await ask(`Type ${typed} to confirm: `))) throw new CommandFailure(EXIT.refused, 'Nothing was done.');
}

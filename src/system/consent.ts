import { CommandFailure, EXIT } from './exit.ts';
import { ask } from './prompt.ts';
import { writeErrorLines } from './streams.ts';

/** What has to be agreed to: lines that say what it means, the word to type, and which answers count as that word. */
export type Question = {
  readonly lines: readonly string[];
  readonly typed: string;
  readonly accepts: (answer: string) => boolean;
};

/** Asks on the terminal, unless it was agreed to beforehand. @throws {CommandFailure} when nobody agrees, or there is nobody to ask. */
export async function confirmed({ lines, typed, accepts }: Question, yes: boolean): Promise<void> {
  if (yes) return;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new CommandFailure(EXIT.usage, lines, 'There is no terminal to ask on. Use --yes to confirm.');
  writeErrorLines(lines);
  if (!accepts(await ask(`Type ${typed} to confirm: `))) throw new CommandFailure(EXIT.refused, 'Nothing was done.');
}

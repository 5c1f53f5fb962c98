import { createInterface } from 'node:readline/promises';
import { CommandFailure, EXIT } from './failure.ts';

/** What has to be agreed to: lines that say what it means, and the word to type. */
export type Question = { readonly lines: readonly string[]; readonly typed: string };

/** Asks on the terminal, unless it was agreed to beforehand. @throws {CommandFailure} when nobody agrees, or there is nobody to ask. */
export async function agreedTo({ lines, typed }: Question, yes: boolean): Promise<void> {
  if (yes) return;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new CommandFailure(EXIT.usage, lines.join('\n'), 'There is no terminal to ask on. Give --yes to do it.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${lines.join('\n')}\nType ${typed} to do it: `);
    if (answer.trim() !== typed) throw new CommandFailure(EXIT.refused, 'Nothing was done.');
  } finally {
    terminal.close();
  }
}

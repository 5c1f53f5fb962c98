import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printableLine } from '../lib/sanitize.ts';
import { CommandFailure, EXIT } from './exit.ts';
import { writeErrorLines } from './streams.ts';
import { system } from './system.ts';

/** Whether there is a terminal to ask on. */
export function asksOnTerminal(): boolean {
  const { input, errors } = system();
  return input.isTTY === true && errors.isTTY === true;
}

/** Reads a line from the terminal; the question goes to stderr. */
export async function ask(question: string): Promise<string> {
  const { input, errors } = system();
  const terminal = createInterface({ input, output: errors });
  try {
    return (await terminal.question(printableLine(question))).trim();
  } finally {
    terminal.close();
  }
}

/** Reads a secret from the terminal without echo. */
export async function askSecret(question: string): Promise<string> {
  const { input, errors } = system();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: nowhere, terminal: true });
  // The question comes after the echo is off, so that a key typed at once is not shown either.
  errors.write(printableLine(question));
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    errors.write('\n');
  }
}

/** Reads all of stdin, for a token that another program prints. */
export async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of system().input) text += String(chunk);
  return text.trim();
}

/** Question before a risky action: lines of explanation, the word to type, and the test of an answer. */
type Question = {
  readonly lines: readonly string[];
  readonly typed: string;
  readonly accepts: (answer: string) => boolean;
};

/** Asks the operator on the terminal, unless `--yes` was given. @throws {CommandFailure} without consent or a terminal. */
export async function confirmed({ lines, typed, accepts }: Question, yes: boolean): Promise<void> {
  if (yes) return;
  if (!asksOnTerminal())
    throw new CommandFailure(EXIT.usage, lines, 'There is no terminal to ask on. Use --yes to confirm.');
  writeErrorLines(lines);
  if (!accepts(await ask(`Type ${typed} to confirm: `))) throw new CommandFailure(EXIT.refused, 'Nothing was done.');
}

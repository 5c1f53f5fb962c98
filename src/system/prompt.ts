import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printableLine } from '../lib/sanitize.ts';

/** Asks for a line on the terminal; the question goes to stderr. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(printableLine(question))).trim();
  } finally {
    terminal.close();
  }
}

/** The same for what nobody may see: nothing of it is shown. */
export async function askSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // Only now: whoever types at once must not see it, and from here on the terminal shows nothing.
  process.stderr.write(printableLine(question));
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** All of stdin, for a token that another program prints. */
export async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.trim();
}

import { spawn } from 'node:child_process';
import type { Bid } from '../contract/bid.ts';
import { printableLine } from '../lib/printable.ts';
import { reason } from '../lib/reason.ts';

/** As much of a program's output as is kept. */
const MOST_OUTPUT = 2000;

/** How a program that was told of a pre-emption ended, in words, with the end of what it said. */
export type Told = { readonly ok: boolean; readonly said: string };

/**
 * Runs the operator's own program for a bid that is being pre-empted: an argument list, never a shell's line.
 * `{fid}` and `{name}` stand for the bid's. The program does not get the console's token.
 */
export function tellProgram(command: readonly string[], bid: Bid, environment: NodeJS.ProcessEnv): Promise<Told> {
  const filled = command.map((part) => part.replaceAll('{fid}', bid.fid).replaceAll('{name}', bid.name ?? bid.fid));
  const [program = '', ...args] = filled;
  const { SPOTDECK_TOKEN: _, ...rest } = environment;
  return new Promise((done) => {
    const child = spawn(program, args, { env: rest, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-MOST_OUTPUT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => done({ ok: false, said: `could not be started: ${reason(error)}` }));
    child.on('close', (code, signal) => {
      const ended = code === 0 ? 'done' : `ended with ${signal ?? `code ${code}`}`;
      const said = printableLine(output.trim());
      done({ ok: code === 0, said: said === '' ? ended : `${ended}: ${said}` });
    });
  });
}

import { spawn } from 'node:child_process';
import { describeError } from '../lib/os-error.ts';

/** How a program that had the terminal ended: never started, by its own code, or by a signal. */
export type TerminalEnd =
  | { readonly kind: 'not-started'; readonly why: string }
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string };

/** Lets a program have this terminal until it ends. Ctrl-C in it reaches the whole group; the console lives on. */
export function runInTerminal(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<TerminalEnd> {
  return new Promise((done) => {
    const ignore = (): void => undefined;
    const end = (how: TerminalEnd): void => {
      process.off('SIGINT', ignore);
      done(how);
    };
    const notStarted = (error: unknown): void => end({ kind: 'not-started', why: describeError(error) });
    process.on('SIGINT', ignore);
    try {
      const child = spawn(program, args, { stdio: 'inherit', env });
      child.on('error', notStarted);
      child.on('exit', (code, signal) =>
        end(signal === null ? { kind: 'code', code: code ?? 0 } : { kind: 'signal', signal }),
      );
    } catch (error) {
      // Arguments or variables that are too long for the system, for example.
      notStarted(error);
    }
  });
}

/** The same in words: `code 3`, `SIGTERM`, `not started: …`. */
export function endInWords(end: TerminalEnd): string {
  switch (end.kind) {
    case 'not-started':
      return `not started: ${end.why}`;
    case 'code':
      return `code ${end.code}`;
    case 'signal':
      return end.signal;
  }
}

import { describeError } from '../lib/os-error.ts';
import type { ProgramKind } from './program-environment.ts';
import { startProgram } from './programs.ts';
import { system } from './system.ts';
import type { Environment } from './terminal.ts';

export type TerminalEnd =
  | { readonly kind: 'not-started'; readonly why: string }
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string };

/** Ctrl-C reaches the whole process group; the console survives it. */
export const runInTerminal = (
  program: string,
  args: readonly string[],
  kind: ProgramKind,
  values: Environment = {},
): Promise<TerminalEnd> => withModesKept(() => runToEnd(program, args, kind, values));

function runToEnd(
  program: string,
  args: readonly string[],
  kind: ProgramKind,
  values: Environment,
): Promise<TerminalEnd> {
  const { signals } = system();
  return new Promise((done) => {
    const ignore = (): void => undefined;
    const end = (how: TerminalEnd): void => {
      signals.off('SIGINT', ignore);
      done(how);
    };
    const notStarted = (error: unknown): void => end({ kind: 'not-started', why: describeError(error) });
    signals.on('SIGINT', ignore);
    try {
      const child = startProgram(program, args, { kind, values, stdio: 'inherit' });
      child.on('error', notStarted);
      child.on('exit', (code, signal) =>
        end(signal === null ? { kind: 'code', code: code ?? 0 } : { kind: 'signal', signal }),
      );
    } catch (error) {
      // For example too many arguments.
      notStarted(error);
    }
  });
}

/** The end in words: `code 3`, `SIGTERM`, `not started: …`. */
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

const MODES = /^[0-9a-f:=\w]+$/i;

function stty(word: string): Promise<string | null> {
  return new Promise((done) => {
    let printed = '';
    try {
      const child = startProgram('stty', [word], { kind: 'tool', stdio: ['inherit', 'pipe', 'ignore'] });
      child.stdout?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      child.on('error', () => done(null));
      child.on('close', (code) => done(code === 0 ? printed.trim() : null));
    } catch {
      done(null);
    }
  });
}

/** A program killed while reading single keys would leave a terminal without echo and line ends. */
async function withModesKept<Result>(run: () => Promise<Result>): Promise<Result> {
  const found = system().input.isTTY === true ? await stty('-g') : null;
  try {
    return await run();
  } finally {
    if (found !== null && MODES.test(found)) await stty(found);
  }
}

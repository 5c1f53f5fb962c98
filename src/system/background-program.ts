import type { ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../lib/clock.ts';
import { shortDuration } from '../lib/duration.ts';
import { describeError } from '../lib/os-error.ts';
import { printableLine } from '../lib/sanitize.ts';
import { endGroup, killGroup, whenEnded } from './program-end.ts';
import { startProgram } from './start-program.ts';
import type { Environment } from './terminal.ts';

/** Minimum interval between batches of output, in milliseconds. */
const BATCH_MS = 100;
/** Longest line, in characters; a longer one is cut. */
const LONGEST_LINE = 2000;
/** Lines kept between two batches: more than a run keeps in all, so that the run knows that its output is cut. */
const MAX_LINES = 4000;

/** Result of a program, with words that end a sentence: `done after 3s`. */
export type ProgramEnd = { readonly ok: boolean; readonly how: string };

export type BackgroundProgram = {
  readonly ended: Promise<ProgramEnd>;
  /** Sends SIGTERM to the program and its children. */
  readonly stop: () => void;
  /** The same, and kills what still runs a second later. */
  readonly end: () => void;
};

type Start = {
  readonly program: string;
  readonly args: readonly string[];
  /** Variables of its own, in addition to those that each program of the operator gets. */
  readonly values: Environment;
  readonly clock: Clock;
  /** The longest time that it may take, in milliseconds: it is ended then, with all that it started. */
  readonly maxMs: number;
  /** Receives the output on stdout and stderr: whole lines, safe to print. */
  readonly printed: (lines: readonly string[]) => void;
};

/** Starts a program without a terminal, in its own process group. Its output is bounded; a failed start also resolves `ended`. */
export function startInBackground({ program, args, values, clock, maxMs, printed }: Start): BackgroundProgram {
  const began = clock.steady();
  let child: ChildProcess;
  try {
    child = startProgram(program, args, { kind: 'own', values, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  } catch (error) {
    // For example arguments or variables that are too long for the system.
    return { ended: Promise.resolve(notStarted(error)), stop: () => undefined, end: () => undefined };
  }
  const batches = lineBatches(clock, printed);
  const ended = new Promise<ProgramEnd>((done) => {
    child.stdout?.setEncoding('utf8').on('data', batches.take);
    child.stderr?.setEncoding('utf8').on('data', batches.take);
    child.on('error', (error) => {
      cancel();
      done(notStarted(error));
    });
    let isTooLong = false;
    const cancel = clock.after(maxMs, () => {
      isTooLong = true;
      endGroup(child, clock);
    });
    const over = (code: number | null, signal: string | null): void => {
      cancel();
      const took = `after ${shortDuration(clock.steady() - began)}`;
      batches.end();
      if (isTooLong) done({ ok: false, how: `took too long and was ended ${took}` });
      else
        done({ ok: code === 0, how: code === 0 ? `done ${took}` : `ended with ${signal ?? `code ${code}`} ${took}` });
    };
    whenEnded(child, over, clock);
  });
  return {
    ended,
    stop: () => (child.pid === undefined ? undefined : killGroup(child.pid, 'SIGTERM')),
    end: () => endGroup(child, clock),
  };
}

function notStarted(error: unknown): ProgramEnd {
  return { ok: false, how: `could not be started: ${describeError(error)}` };
}

/** Collects output and passes on whole lines in batches. */
function lineBatches(clock: Clock, printed: Start['printed']) {
  let rest = '';
  let lines: string[] = [];
  let cancel: (() => void) | null = null;
  const flush = (): void => {
    cancel?.();
    cancel = null;
    if (lines.length > 0) printed(lines);
    lines = [];
  };
  return {
    take: (chunk: string): void => {
      const parts = (rest + chunk).split('\n');
      rest = (parts.pop() ?? '').slice(0, LONGEST_LINE);
      lines = [...lines, ...parts.slice(-MAX_LINES).map(printable)].slice(-MAX_LINES);
      cancel ??= clock.after(BATCH_MS, flush);
    },
    end: (): void => {
      if (rest !== '') lines.push(printable(rest));
      rest = '';
      flush();
    },
  };
}

function printable(line: string): string {
  // Cut first: no line costs more than its limit. An escape sequence cut in two shows as a replacement character.
  const cut = line.replace(/\r$/, '').slice(0, LONGEST_LINE);
  return printableLine(stripVTControlCharacters(cut));
}

import type { ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../lib/clock.ts';
import { shortDuration } from '../lib/duration.ts';
import { describeError } from '../lib/os-error.ts';
import { printableLine } from '../lib/sanitize.ts';
import { endGroup, killGroup, startProgram, whenEnded } from './programs.ts';
import type { Environment } from './terminal.ts';

/** In milliseconds. */
const BATCH_MS = 100;
/** In characters. */
const LONGEST_LINE = 2000;
/** More than a run keeps, so that it notices the cut. */
const MAX_LINES = 4000;

/** `how` ends a sentence: `done after 3s`. */
export type ProgramEnd = { readonly ok: boolean; readonly how: string };

export type BackgroundProgram = {
  readonly ended: Promise<ProgramEnd>;
  /** Sends SIGTERM to its group. */
  readonly stop: () => void;
  /** Also kills the rest a second later. */
  readonly end: () => void;
};

type Start = {
  readonly program: string;
  readonly args: readonly string[];
  /** Added to those of every own program. */
  readonly values: Environment;
  readonly clock: Clock;
  /** Its group is ended then. */
  readonly maxMs: number;
  /** Gets whole lines, safe to print. */
  readonly printed: (lines: readonly string[]) => void;
};

/** Starts a program without a terminal. Its output is bounded; a failed start also resolves `ended`. */
export function startInBackground({ program, args, values, clock, maxMs, printed }: Start): BackgroundProgram {
  const began = clock.steady();
  let child: ChildProcess;
  try {
    child = startProgram(program, args, { kind: 'own', values, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  } catch (error) {
    // For example too many arguments.
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
  // Cut first: no line costs more than its limit.
  const cut = line.replace(/\r$/, '').slice(0, LONGEST_LINE);
  return printableLine(stripVTControlCharacters(cut));
}

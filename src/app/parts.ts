import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { ConsoleState } from '../store/state.ts';
import { timePassed } from '../store/transitions.ts';
import { reportCrash } from '../system/crash-report.ts';
import { EXIT } from '../system/exit.ts';

/** Part of the running console, started and stopped with it. */
export type Part = { readonly start: () => void; readonly stop: () => void | Promise<void> };

/** Exit code of a run, null when it never began, and the errors of parts that failed to start or stop. */
export type RunEnd = { readonly code: number | null; readonly errors: readonly unknown[] };

/** Makes a part from a function that starts something and returns the function that stops it. */
export function partOf(begin: () => () => void | Promise<void>): Part {
  let stop = (): void | Promise<void> => undefined;
  return {
    start: () => {
      stop = begin();
    },
    stop: () => stop(),
  };
}

/** Calls all functions, the last one first, even when one throws. @throws the first error. */
export function stopAll(stops: readonly (() => void)[]): void {
  const errors = stops.toReversed().flatMap((stop): readonly { readonly error: unknown }[] => {
    try {
      stop();
      return [];
    } catch (error) {
      return [{ error }];
    }
  });
  const [first] = errors;
  if (first !== undefined) throw first.error;
}

/**
 * Starts parts in order, waits until the run has ended, and stops them in reverse order. Each part that was started is
 * stopped, even when another one fails to start or stop.
 */
export async function runParts(parts: readonly Part[], ended: Promise<number>): Promise<RunEnd> {
  const started: Part[] = [];
  const errors: unknown[] = [];
  let code: number | null = null;
  try {
    for (const part of parts) {
      started.push(part);
      part.start();
    }
    code = await ended;
  } catch (error) {
    errors.push(error);
  }
  for (const part of started.toReversed()) {
    try {
      await part.stop();
    } catch (error) {
      errors.push(error);
    }
  }
  return { code, errors };
}

/** Reports each error of a part. Returns the exit code of the run, which is never 0 after an error. */
export function exitCode({ code, errors }: RunEnd, report: (error: unknown) => number = reportCrash): number {
  const [crashed] = errors.map((error) => report(error));
  if (code !== null && code !== EXIT.done) return code;
  return crashed ?? code ?? EXIT.refused;
}

/** Interval at which ages and countdowns are updated, in milliseconds. */
const TICK_MS = 1000;

/** Updates ages and countdowns every second. */
export function ticking(store: StoreApi<ConsoleState>, clock: Clock): Part {
  let cancel: Cancel = () => undefined;
  const tick = (): void => {
    cancel = clock.after(TICK_MS, tick);
    store.setState(timePassed(store.getState(), clock.now()), true);
  };
  return partOf(() => {
    cancel = clock.after(TICK_MS, tick);
    return () => cancel();
  });
}

/**
 * Time without a tick of the clock after which the machine has slept, or the program was stopped, in milliseconds: longer than the work on
 * the largest lists takes.
 */
const SLEPT_MS = 30_000;

/**
 * Calls a function when the machine has woken: the requests that were under way may wait in vain for their answers, and what is on screen is
 * old. Returns a function that stops this.
 */
export function readAfterSleep(store: Pick<StoreApi<ConsoleState>, 'subscribe'>, read: () => void): () => void {
  return store.subscribe(({ now }, before) => {
    if (now - before.now > SLEPT_MS) read();
  });
}

import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { ConsoleState } from '../store/state.ts';
import { timePassed } from '../store/transitions.ts';
import { reportCrash } from '../system/crash-report.ts';
import { EXIT } from '../system/exit.ts';

export type Part = { readonly start: () => void; readonly stop: () => void | Promise<void> };

/** `code` is null if the run never began. */
export type RunEnd = { readonly code: number | null; readonly errors: readonly unknown[] };

export function partOf(begin: () => () => void | Promise<void>): Part {
  let stop = (): void | Promise<void> => undefined;
  return {
    start: () => {
      stop = begin();
    },
    stop: () => stop(),
  };
}

/** Calls all functions in reverse, even after an error. @throws the first error. */
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

/** Starts parts in order and stops each started one in reverse after the run, even after errors. */
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

/** Reports errors. Returns the exit code, never 0 after an error. */
export function exitCode({ code, errors }: RunEnd, report: (error: unknown) => number = reportCrash): number {
  const [crashed] = errors.map((error) => report(error));
  if (code !== null && code !== EXIT.done) return code;
  return crashed ?? code ?? EXIT.refused;
}

const TICK_MS = 1000;

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

/** A longer gap between ticks means a sleep of the machine; the largest lists take less. */
const SLEPT_MS = 30_000;

/** Calls a function after a sleep: pending requests may wait in vain. Returns its end. */
export function readAfterSleep(store: Pick<StoreApi<ConsoleState>, 'subscribe'>, read: () => void): () => void {
  return store.subscribe(({ now }, before) => {
    if (now - before.now > SLEPT_MS) read();
  });
}

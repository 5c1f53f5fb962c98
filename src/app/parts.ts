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

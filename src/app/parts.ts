import { reportCrash } from '../system/crash-report.ts';
import { EXIT } from '../system/exit.ts';

/** A part of the running console: what begins with it, and what ends with it. */
export type Part = { readonly start: () => void; readonly stop: () => void | Promise<void> };

/** The answer of a run, null when it never began, and the errors of parts that could not be started or stopped. */
export type RunEnd = { readonly code: number | null; readonly errors: readonly unknown[] };

/** A part from a function that begins something and answers with what ends it. */
export function partOf(begin: () => () => void | Promise<void>): Part {
  let stop = (): void | Promise<void> => undefined;
  return {
    start: () => {
      stop = begin();
    },
    stop: () => stop(),
  };
}

/** Calls all of these, the last one first, though one throws. @throws the first error. */
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
 * Starts parts in order, waits until the run has ended, and stops them in reverse order. Each part that was begun is stopped,
 * though a later one could not start or another can not stop.
 */
export async function runParts(parts: readonly Part[], ended: Promise<number>): Promise<RunEnd> {
  const begun: Part[] = [];
  const errors: unknown[] = [];
  let code: number | null = null;
  try {
    for (const part of parts) {
      begun.push(part);
      part.start();
    }
    code = await ended;
  } catch (error) {
    errors.push(error);
  }
  for (const part of begun.toReversed()) {
    try {
      await part.stop();
    } catch (error) {
      errors.push(error);
    }
  }
  return { code, errors };
}

/** Reports errors of parts, each on its own. Answers with the exit code of the run: with an error it is never 0. */
export function exitCode({ code, errors }: RunEnd, report: (error: unknown) => number = reportCrash): number {
  const [crashed] = errors.map((error) => report(error));
  if (code !== null && code !== EXIT.done) return code;
  return crashed ?? code ?? EXIT.refused;
}

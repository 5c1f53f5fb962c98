import type { Outcome, ServiceError } from '../api/result.ts';
import type { WriteResponse } from '../resources/write.ts';
import type { OutcomeDescription } from '../resources/write-outcome.ts';
import { EXIT, type ExitCode, exitCodeFor } from '../system/exit.ts';

/** Result of a write: the exit code, how it ended, and the response of the service if any. */
export type SendResult = {
  readonly code: ExitCode;
  readonly kind: OutcomeDescription['kind'];
  readonly written: WriteResponse | null;
};

/** The result of a write that was described as ended in a way. */
export function sendResultOf(
  kind: OutcomeDescription['kind'],
  outcome: Outcome<WriteResponse, ServiceError>,
): SendResult {
  const code =
    outcome.ok || kind === 'done' ? EXIT.done : kind === 'unknown' ? EXIT.unreachable : exitCodeFor(outcome.error);
  return { code, kind, written: outcome.ok ? outcome.value : null };
}

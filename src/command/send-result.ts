import { type Made, secretOf } from '../resources/made.ts';
import type { WriteResponse } from '../resources/write.ts';
import type { OutcomeDescription } from '../resources/write-outcome.ts';
import { EXIT, type ExitCode, exitCodeFor } from '../system/exit.ts';

/**
 * Result of a write: the exit code, how it ended, and what it has made; a secret that came is there however it ended. `missed`: the lists
 * have not shown it for as long as that is looked for, so it was not carried out.
 */
export type SendResult = {
  readonly code: ExitCode;
  readonly kind: OutcomeDescription['kind'] | 'missed';
  readonly written: WriteResponse | null;
};

/** The result of a write that was described as ended in a way. */
export function sendResultOf(kind: OutcomeDescription['kind'], outcome: Made): SendResult {
  if (outcome.kind === 'made') return { code: EXIT.done, kind, written: outcome.written };
  const secret = secretOf(outcome);
  return {
    code: kind === 'done' ? EXIT.done : outcome.kind === 'refused' ? exitCodeFor(outcome.error) : EXIT.unreachable,
    kind,
    written: secret === null ? null : { kind: 'secret', secret },
  };
}

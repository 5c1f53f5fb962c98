import type { Context } from '../resources/context.ts';
import { serviceResources } from '../resources/index.ts';
import { type Before, type Made, madeInList, rowIn, secretOf } from '../resources/made.ts';
import type { Write, WriteResponse } from '../resources/write.ts';
import type { OutcomeDescription } from '../resources/write-outcome.ts';
import type { ConsoleState } from '../store/state.ts';
import { EXIT, type ExitCode, exitCodeFor } from '../system/exit.ts';

/** `missed`: the lists have not shown it in time, so it was not carried out. A secret comes with any outcome. */
export type SendResult = {
  readonly code: ExitCode;
  readonly kind: OutcomeDescription['kind'] | 'missed';
  readonly written: WriteResponse | null;
};

export function sendResultOf(kind: OutcomeDescription['kind'], outcome: Made): SendResult {
  if (outcome.kind === 'made') return { code: EXIT.done, kind, written: outcome.written };
  const secret = secretOf(outcome);
  return {
    code: kind === 'done' ? EXIT.done : outcome.kind === 'refused' ? exitCodeFor(outcome.error) : EXIT.unreachable,
    kind,
    written: secret === null ? null : { kind: 'secret', secret },
  };
}

/** `before`: known at the time of sending. */
export type Sent = { readonly write: Write; readonly before: Before; readonly outcome: Made };

/** Seen in the lists. `why` is a sentence. */
export type Shown =
  | { readonly kind: 'done'; readonly written: WriteResponse }
  | { readonly kind: 'missed'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export function shownIn(
  { write, before }: Pick<Sent, 'write' | 'before'>,
  context: Context,
  { features }: Pick<ConsoleState, 'features'>,
): Shown {
  const { list, fid, name } = write;
  if (fid !== null) {
    const verdict = features.panes[list].verdictOn?.(write, context) ?? null;
    if (verdict === null) return { kind: 'unknown', why: `The list does not show what became of ${name}.` };
    return verdict.succeeded
      ? { kind: 'done', written: rowIn(list, fid, context) ?? { kind: 'nothing' } }
      : { kind: 'missed', why: `${name} ${verdict.text}.` };
  }
  const made = madeInList(write, context, before);
  if (made === null)
    return { kind: 'missed', why: `The list has no new ${serviceResources[list].one} with the name ${name}.` };
  return made.kind === 'made' ? { kind: 'done', written: made.written } : { kind: 'unknown', why: made.why };
}

import { errorMessage } from '../api/error-messages.ts';
import { capitalized } from '../lib/words.ts';
import type { Made } from './made.ts';
import type { Write } from './write.ts';

export type OutcomeDescription = {
  readonly kind: 'done' | 'refused' | 'unknown';
  /** Names the row. */
  readonly text: string;
  /** Without the row; null when it succeeded. */
  readonly reason: string | null;
  readonly hint: string | null;
};

/** The one function that puts the outcome of a write into words. */
export function describeOutcome(
  { verb, name, successText, notFoundIsSuccess }: Write,
  outcome: Made,
): OutcomeDescription {
  if (outcome.kind === 'made') return { kind: 'done', text: successText, reason: null, hint: null };
  if (outcome.kind === 'accepted')
    return {
      kind: 'unknown',
      text: `${capitalized(verb)} ${name}: ${outcome.why}.`,
      reason: outcome.why,
      hint: 'The service may carry it out later. Do not send it again: its row shows it then.',
    };
  if (outcome.kind !== 'refused')
    return {
      kind: 'unknown',
      text: `${capitalized(verb)} ${name}: ${outcome.why}`,
      reason: outcome.why,
      hint: 'The outcome is unknown, so it is not sent again. Check the list before you try again.',
    };
  const { error } = outcome;
  if (error.kind === 'not-found' && notFoundIsSuccess)
    return { kind: 'done', text: `${name} was already gone.`, reason: 'already gone', hint: null };
  const { what, hint } = errorMessage(error);
  return { kind: 'refused', text: `Could not ${verb} ${name}: ${what}`, reason: what, hint };
}

export function outcomeSentence({ text, hint }: Pick<OutcomeDescription, 'text' | 'hint'>): string {
  return hint === null ? text : `${text} ${hint}`;
}

/** `paused` for `pause`. */
export function pastOf(verb: string): string {
  return verb === 'cancel' ? 'cancelled' : `${verb}d`;
}

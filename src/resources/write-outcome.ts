import { errorMessage } from '../api/error-messages.ts';
import { capitalized } from '../lib/words.ts';
import type { Made } from './made.ts';
import type { Write } from './write.ts';

/** The outcome of a write, in the words of console and command line. */
export type OutcomeDescription = {
  readonly kind: 'done' | 'refused' | 'unknown';
  /** Sentences that name the row. */
  readonly text: string;
  /** The reason, without the row; null when it succeeded. */
  readonly reason: string | null;
  /** Advice; null when there is none. */
  readonly hint: string | null;
};

/** Describes the outcome of a write in words; the only place that does. */
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

/** The text and its hint as one line. */
export function outcomeSentence({ text, hint }: Pick<OutcomeDescription, 'text' | 'hint'>): string {
  return hint === null ? text : `${text} ${hint}`;
}

/** The past form of the verb of a write: `paused` for `pause`. */
export function pastOf(verb: string): string {
  return verb === 'cancel' ? 'cancelled' : `${verb}d`;
}

import { errorMessage } from '../api/error-messages.ts';
import type { Outcome, ServiceError } from '../api/result.ts';
import { capitalized } from '../lib/words.ts';
import type { Write, WriteResponse } from './write.ts';

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
  outcome: Outcome<WriteResponse, ServiceError>,
): OutcomeDescription {
  if (outcome.ok) return { kind: 'done', text: successText, reason: null, hint: null };
  const { error } = outcome;
  if (error.kind === 'not-found' && notFoundIsSuccess)
    return { kind: 'done', text: `${name} was already gone.`, reason: 'already gone', hint: null };
  const { what, hint } = errorMessage(error);
  if (!isOutcomeUnknown(error))
    return { kind: 'refused', text: `Could not ${verb} ${name}: ${what}`, reason: what, hint };
  return {
    kind: 'unknown',
    text: `${capitalized(verb)} ${name}: ${what}`,
    reason: what,
    hint: 'The outcome is unknown, so it is not sent again. Check the list before you try again.',
  };
}

/** The text and its hint as one line. */
export function outcomeSentence({ text, hint }: Pick<OutcomeDescription, 'text' | 'hint'>): string {
  return hint === null ? text : `${text} ${hint}`;
}

/** The past form of the verb of a write: `paused` for `pause`. */
export function pastOf(verb: string): string {
  return verb === 'cancel' ? 'cancelled' : `${verb}d`;
}

/** Errors that mean that the service received the request and did not carry it out. */
const REFUSALS: readonly ServiceError['kind'][] = [
  'not-signed-in',
  'refused',
  'not-found',
  'conflict',
  'rate-limited',
  'redirected',
];

/** Whether a write may have been carried out although its response is missing, cut off or unreadable. */
export function isOutcomeUnknown(error: ServiceError): boolean {
  return error.reached === 'maybe' || (error.reached === 'yes' && !REFUSALS.includes(error.kind));
}

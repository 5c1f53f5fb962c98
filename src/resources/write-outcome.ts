import { errorMessage } from '../api/error-messages.ts';
import type { Outcome, ServiceError } from '../api/result.ts';
import type { Write, Written } from './write.ts';

/** How a write ended, in the words of console and command line. */
export type OutcomeDescription = {
  readonly kind: 'done' | 'refused' | 'unknown';
  /** Sentences that name the row. */
  readonly text: string;
  /** Why it ended so, without the row; null when it worked. */
  readonly reason: string | null;
  /** What may help; null when there is nothing. */
  readonly hint: string | null;
};

/** Puts the end of a write into words: the only place that does. */
export function describeOutcome(
  { verb, name, successText, notFoundIsSuccess }: Write,
  outcome: Outcome<Written, ServiceError>,
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

/** The text and its hint, for where there is one line. */
export function outcomeSentence({ text, hint }: Pick<OutcomeDescription, 'text' | 'hint'>): string {
  return hint === null ? text : `${text} ${hint}`;
}

export function capitalized(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/** Errors by which a service that had the request says that it did not carry it out. */
const REFUSALS: readonly ServiceError['kind'][] = [
  'not-signed-in',
  'refused',
  'not-found',
  'conflict',
  'rate-limited',
  'redirected',
];

/** Whether a write may have been carried out although its answer is missing, did not end or can't be read. */
export function isOutcomeUnknown(error: ServiceError): boolean {
  return error.reached === 'maybe' || (error.reached === 'yes' && !REFUSALS.includes(error.kind));
}

import { printableBlock } from '../lib/sanitize.ts';
import { withoutSecretsInText } from '../lib/secret-names.ts';
import type { ServiceRequest } from './request.ts';
import type { ServiceError } from './result.ts';

/** One request and its result, for a log: never a token, a header, or a body with a secret. Times in milliseconds. */
export type RequestLogEntry = {
  readonly method: ServiceRequest['method'];
  /** Path and query as sent. */
  readonly path: string;
  /** Null without an answer. */
  readonly status: number | null;
  readonly startedAt: number;
  readonly tookMs: number;
  /** Received size of the answer's body, unpacked. */
  readonly bytes: number;
  /** Kind of the `ServiceError` that kept the answer from arriving completely, such as `unreachable refused`; null without one. */
  readonly failure: string | null;
  readonly url: string;
  /** Sent body, as JSON. */
  readonly sent: string | null;
  /** Beginning of the answer, safe to print; null where it may hold a secret. */
  readonly answer: string | null;
};

/** Longest logged part of an answer, in characters. */
export const MAX_LOGGED = 4000;

/** Paths whose creations are answered with a secret (sections 2.1 and 2.3). */
export const SECRET = /\/(?:api-keys|ssh-keys)$/;

/** Shortest token that is hidden, in characters: a shorter word may well be the name of a resource. */
const SHORTEST_TOKEN = 8;

/** The text of a list without the token: the journal and the name cache keep its rows. */
export function hideToken(text: string, token: string | null): string {
  return token === null || token.length < SHORTEST_TOKEN ? text : withoutToken(text, token);
}

/** The kind of an error in a few words. */
export function shortError(error: ServiceError): string {
  return error.kind === 'unreachable' ? `unreachable ${error.why}` : error.kind;
}

/** Removes the token: a failing service may repeat it, or redirect a read to an address that does. */
export function withoutToken(text: string, token: string): string {
  return text.replaceAll(token, '$SPOTDECK_TOKEN').replaceAll(encodeURIComponent(token), '$SPOTDECK_TOKEN');
}

/** The beginning of an answer for a log, without the token and members that have a secret by their name. */
export function loggedAnswer(text: string, token: string): string {
  const longest = encodeURIComponent(token).length;
  const max = MAX_LOGGED + longest;
  const clean = withoutToken(text.slice(0, max), token);
  // The cut end may hold the beginning of a token, which the search can't find.
  const whole = text.length > max ? clean.slice(0, -longest) : clean;
  return printableBlock(withoutSecretsInText(whole.slice(0, MAX_LOGGED)));
}

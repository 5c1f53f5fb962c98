import { printableBlock } from '../lib/sanitize.ts';
import type { ServiceRequest } from './request.ts';
import type { ServiceError } from './result.ts';

/** One request and what became of it, for a log: never a token, a header, or a body that holds a secret. Times in milliseconds. */
export type RequestLogEntry = {
  readonly method: ServiceRequest['method'];
  /** Path and query as they were sent. */
  readonly path: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly startedAt: number;
  readonly tookMs: number;
  /** Size of the answer's body, unpacked, as far as it was read. */
  readonly bytes: number;
  /** What kept the answer from coming whole, in the words of a `ServiceError`: `unreachable refused`; null when nothing did. */
  readonly failure: string | null;
  readonly url: string;
  /** What was sent, as JSON. */
  readonly sent: string | null;
  /** The beginning of the answer, safe to print; null where it may hold a secret. */
  readonly answer: string | null;
};

/** As much of an answer is kept for a log. */
export const MAX_LOGGED = 4000;

/** What is made here is answered with a secret (sections 2.1 and 2.3). */
export const SECRET = /\/(?:api-keys|ssh-keys)$/;

/** Lists have no secrets, but a service that deviates may answer with one all the same. */
const SECRET_MEMBER = /("(?:secret|private_key)"\s*:\s*")(?:[^"\\]|\\.)*/g;

/** Shorter than any real token: such a word may well be the name of something. */
const SHORTEST_TOKEN = 8;

/** The text of a list without the token: rows are kept in the journal and the cache of names. */
export function hideToken(text: string, token: string | null): string {
  return token === null || token.length < SHORTEST_TOKEN ? text : withoutToken(text, token);
}

/** An error in a few words. */
export function shortError(error: ServiceError): string {
  return error.kind === 'unreachable' ? `unreachable ${error.why}` : error.kind;
}

/** A service that is unwell may say back what it was sent, or send a read on to an address that repeats the token. */
export function withoutToken(text: string, token: string): string {
  return text.replaceAll(token, '$SPOTDECK_TOKEN').replaceAll(encodeURIComponent(token), '$SPOTDECK_TOKEN');
}

/** The beginning of an answer for a log, without the token and without the secrets that the interface names. */
export function loggedAnswer(text: string, token: string): string {
  const longest = encodeURIComponent(token).length;
  const max = MAX_LOGGED + longest;
  const clean = withoutToken(text.slice(0, max), token);
  // Where the text was cut the beginning of a token may stand, which is not found any more.
  const whole = text.length > max ? clean.slice(0, -longest) : clean;
  return printableBlock(whole.slice(0, MAX_LOGGED).replace(SECRET_MEMBER, '$1…'));
}

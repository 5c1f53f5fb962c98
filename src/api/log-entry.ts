import { printableBlock } from '../lib/sanitize.ts';
import { withoutSecretsInText } from '../lib/secrets.ts';
import type { ServiceRequest } from './request.ts';
import type { ServiceError } from './result.ts';

/** One request for a log: never a token, a header, or a secret. Times in milliseconds. */
export type RequestLogEntry = {
  readonly method: ServiceRequest['method'];
  readonly path: string;
  readonly status: number | null;
  readonly startedAt: number;
  readonly tookMs: number;
  readonly bytes: number;
  /** Why the answer did not arrive completely, such as `unreachable refused`. */
  readonly failure: string | null;
  readonly url: string;
  readonly sent: string | null;
  /** Beginning of the answer, safe to print; null where it may hold a secret. */
  readonly answer: string | null;
};

export const MAX_LOGGED = 4000;

/** Creations that are answered with a secret (sections 2.1 and 2.3). */
export const SECRET = /\/(?:api-keys|ssh-keys)$/;

/** A shorter word may well be the name of a resource. */
const SHORTEST_TOKEN = 8;

/** A list without the token: journal and name cache keep its rows. */
export function hideToken(text: string, token: string | null): string {
  return token === null || token.length < SHORTEST_TOKEN ? text : withoutToken(text, token);
}

export function shortError(error: ServiceError): string {
  return error.kind === 'unreachable' ? `unreachable ${error.why}` : error.kind;
}

/** A failing service may repeat the token, or redirect to an address with it. */
export function withoutToken(text: string, token: string): string {
  return text.replaceAll(token, '$SPOTDECK_TOKEN').replaceAll(encodeURIComponent(token), '$SPOTDECK_TOKEN');
}

/** The beginning of an answer without token and secrets. */
export function loggedAnswer(text: string, token: string): string {
  const longest = encodeURIComponent(token).length;
  const max = MAX_LOGGED + longest;
  const clean = withoutToken(text.slice(0, max), token);
  // The cut end may hold the beginning of a token, which the search can't find.
  const whole = text.length > max ? clean.slice(0, -longest) : clean;
  return printableBlock(withoutSecretsInText(whole.slice(0, MAX_LOGGED)));
}

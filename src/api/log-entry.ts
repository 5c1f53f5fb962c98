import { printableBlock } from '../lib/sanitize.ts';
import { withoutSecretsInText } from '../lib/secrets.ts';
import type { ServiceRequest } from './request.ts';
import type { ServiceError } from './result.ts';

/** For a log: never a token, a header, or a secret. Times in milliseconds. */
export type RequestLogEntry = {
  readonly method: ServiceRequest['method'];
  readonly path: string;
  readonly status: number | null;
  readonly startedAt: number;
  readonly tookMs: number;
  readonly bytes: number;
  /** Why the answer is incomplete, such as `unreachable refused`. */
  readonly failure: string | null;
  readonly url: string;
  readonly sent: string | null;
  /** Beginning of the answer, safe to print; null if it may hold a secret. */
  readonly answer: string | null;
};

export const MAX_LOGGED = 4000;

/** Creations answered with a secret (sections 2.1 and 2.3). */
export const SECRET = /\/(?:api-keys|ssh-keys)$/;

/** A shorter word may be a resource's name. */
const SHORTEST_TOKEN = 8;

/** Journal and name cache keep a list's rows. */
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

export function loggedAnswer(text: string, token: string): string {
  const longest = encodeURIComponent(token).length;
  const max = MAX_LOGGED + longest;
  const clean = withoutToken(text.slice(0, max), token);
  // The search can't find the beginning of a token at the cut end.
  const whole = text.length > max ? clean.slice(0, -longest) : clean;
  return printableBlock(withoutSecretsInText(whole.slice(0, MAX_LOGGED)));
}

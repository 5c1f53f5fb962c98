import type { ServiceError } from './result.ts';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

const MAX_PAGE_REQUESTS = 5;
const FIRST_PAGE_RETRY_MS = 300;
const LONGEST_PAGE_WAIT_MS = 10_000;

/** In milliseconds. Null: wait for the operator, or for another list to show a working token. */
export function retryAfter(error: ServiceError, failures: number, random: number): number | null {
  if (needsOperator(error)) return null;
  const serverWaitMs = error.kind === 'rate-limited' || error.kind === 'server-fault' ? error.waitMs : null;
  return Math.max(serverWaitMs ?? 0, growingWait(failures, random));
}

function needsOperator(error: ServiceError): boolean {
  return (
    (error.kind === 'not-signed-in' && error.status === 401) || error.kind === 'no-token' || error.kind === 'plain-http'
  );
}

/** Random from 0 to 1: many consoles must not return at once. */
export function growingWait(failures: number, random: number): number {
  const max = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return FIRST_RETRY_MS + random * (max - FIRST_RETRY_MS);
}

/**
 * The wait before requesting a page again (`attempt` from 1), in milliseconds. Null after five requests, or when long.
 */
export function pageRetryAfter(error: ServiceError, attempt: number, random: number): number | null {
  const serverWaitMs = error.kind === 'rate-limited' ? error.waitMs : null;
  const waitMs = Math.max(serverWaitMs ?? 0, FIRST_PAGE_RETRY_MS * 2 ** (attempt - 1) * (1 + random));
  return attempt >= MAX_PAGE_REQUESTS || waitMs > LONGEST_PAGE_WAIT_MS ? null : waitMs;
}

/** Then one list probes for all until the service responds. */
export function isOfService(error: ServiceError): boolean {
  return (
    error.kind === 'unreachable' ||
    error.kind === 'timeout' ||
    error.kind === 'rate-limited' ||
    error.kind === 'server-fault'
  );
}

import { parseErrorBody } from './error-body.ts';
import type { ErrorAnswer } from './fetch.ts';
import type { ServiceError } from './result.ts';

const LONGEST_WAIT_MS = 3_600_000;

/** Section 7: after 4xx nothing was carried out; after 5xx, perhaps of a proxy, a write may have been. */
export function httpError(answer: ErrorAnswer, isWrite: boolean, token: string, now: number): ServiceError {
  const { status } = answer;
  const { said, fields } = parseErrorBody(answer.text, token);
  const waitMs = readRetryAfter(answer.retryAfter, now);
  if (status >= 500) return { kind: 'server-fault', status, waitMs, said, reached: isWrite ? 'maybe' : 'yes' };
  const reached = 'yes';
  if (status === 401 || status === 403) return { kind: 'not-signed-in', status, said, reached };
  if (status === 404) return { kind: 'not-found', said, reached };
  if (status === 409) return { kind: 'conflict', said, reached };
  if (status === 429) return { kind: 'rate-limited', waitMs, said, reached };
  if (status >= 400) return { kind: 'refused', status, said, fields, reached };
  return { kind: 'unreadable-answer', why: `its status is ${status}`, reached };
}

/** `Retry-After` in milliseconds, at most an hour. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  const ms = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : /[a-z]/i.test(text)
      ? Date.parse(text) - now
      : Number.NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, Math.ceil(ms)), LONGEST_WAIT_MS);
}

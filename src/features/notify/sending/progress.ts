import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import type { StoredNotifications } from '../journal.ts';
import type { WebhookAnswer } from './webhook.ts';

/** Age at which an event is no longer sent, in milliseconds. */
export const OLDEST_MS = DAY_MS;
/** Most events that wait; older ones are left out and counted. */
export const MAX_WAITING = 1000;
/** Failed attempts after which the operator is notified. */
export const FAILURES_SHOWN = 3;
/** Messages refused in a row after which a target is stopped. */
export const MAX_REFUSALS = 3;
/** First and longest wait after a failed attempt, and the longest that a receiver can ask for, in milliseconds. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
export const LONGEST_ASKED_MS = HOUR_MS;

/** Client errors after which the same message may succeed later. */
const PASSING: readonly number[] = [408, 425, 429];

/** The message that is being sent: the events after `from` up to `until`, `leftOut` earlier ones were dropped. `at` is when it was made. */
const begun = z.object({ id: z.string(), from: z.int(), until: z.int(), leftOut: z.int(), at: z.int() });
export type BegunMessage = z.output<typeof begun>;

/** The message that is being sent; null when there is none. */
export function begunIn({ message }: StoredNotifications): BegunMessage | null {
  if (message === null) return null;
  try {
    return begun.safeParse(JSON.parse(message)).data ?? null;
  } catch {
    return null;
  }
}

export const withMessage = (stored: StoredNotifications, message: BegunMessage): StoredNotifications => ({
  ...stored,
  message: JSON.stringify(message),
});

/** Ends the message without sending it, or after its delivery. */
export const withoutMessage = (stored: StoredNotifications): StoredNotifications => ({
  ...stored,
  cursor: Math.max(stored.cursor, begunIn(stored)?.until ?? 0),
  message: null,
  tries: 0,
});

/** What an attempt has come to: `delivered`; `later`, to be tried again; `refused` for good, and perhaps the target is `stopped`. */
export type Attempt = {
  readonly kind: 'delivered' | 'later' | 'refused' | 'stopped';
  readonly next: StoredNotifications;
  /** Why it was not delivered, as a clause; null when it was. */
  readonly why: string | null;
};

/** Decides what an answer means for the message. `random` is from 0 to 1. */
export function attempted(
  stored: StoredNotifications,
  answer: Exclude<WebhookAnswer, { readonly kind: 'aborted' }>,
  now: number,
  random: number,
): Attempt {
  if (answer.kind === 'failed') return later(stored, answer.why, now, null, random);
  const { status, retryAfter } = answer;
  const why = statusWords(status);
  if (status >= 200 && status < 300) {
    const next = { ...withoutMessage(stored), due: 0, refusals: 0, failing: null, delivered: now };
    return { kind: 'delivered', next, why: null };
  }
  if (status < 400 || status >= 500 || PASSING.includes(status))
    return later(stored, why, now, askedWait(retryAfter, now), random);
  const refusals = stored.refusals + 1;
  const isLast = refusals >= MAX_REFUSALS;
  const next = {
    ...withoutMessage(stored),
    due: now + backoffMs(refusals, random),
    refusals,
    failing: why,
    stopped: isLast ? `${why} ${MAX_REFUSALS} times` : null,
  };
  return { kind: isLast ? 'stopped' : 'refused', next, why };
}

function later(stored: StoredNotifications, why: string, now: number, askedMs: number | null, random: number): Attempt {
  const tries = stored.tries + 1;
  const waitMs = Math.max(backoffMs(tries, random), Math.min(askedMs ?? 0, LONGEST_ASKED_MS));
  return { kind: 'later', next: { ...stored, tries, due: now + waitMs, failing: why }, why };
}

/** The wait before the next attempt, in milliseconds: it doubles, with up to a half of it taken off at random. */
function backoffMs(tries: number, random: number): number {
  const full = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT_MS);
  return Math.round(full * (1 - random / 2));
}

/** Reads `Retry-After`: seconds, or a date. Null when it is neither. */
function askedWait(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** A status as a clause. */
export function statusWords(status: number): string {
  if (status >= 300 && status < 400) return `it answered ${status}, and redirects are not followed`;
  return `it answered ${status}`;
}

/** Time until a message may be tried again, in milliseconds. A time that is too far away is from before the clock was set back. */
export function waitOf({ due }: StoredNotifications, now: number): number {
  const wait = due - now;
  return wait > LONGEST_ASKED_MS ? 0 : Math.max(0, wait);
}

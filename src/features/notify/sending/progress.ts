import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import type { StoredNotifications } from '../journal.ts';
import type { WebhookAnswer } from './webhook.ts';

/** An older event is not sent. */
export const OLDEST_MS = DAY_MS;
/** Of more waiting events the oldest are left out. */
export const MAX_WAITING = 1000;
/** Failures before the operator hears of them. */
export const FAILURES_SHOWN = 3;
/** Refusals in a row before a target is stopped. */
export const MAX_REFUSALS = 3;
/** Waits after a failure; `LONGEST_ASKED_MS` is the longest a receiver can ask for. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
export const LONGEST_ASKED_MS = HOUR_MS;

/** Passing client errors. */
const PASSING: readonly number[] = [408, 425, 429];

/** The message being sent: the events after `from` up to `until`, made at `at`. */
const begun = z.object({ id: z.string(), from: z.int(), until: z.int(), leftOut: z.int(), at: z.int() });
export type BegunMessage = z.output<typeof begun>;

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

/** The stored notifications without a message: it was delivered or given up. */
export const withoutMessage = (stored: StoredNotifications): StoredNotifications => ({
  ...stored,
  cursor: Math.max(stored.cursor, begunIn(stored)?.until ?? 0),
  message: null,
  tries: 0,
});

/** `later`: to be tried again. `refused`: for good. */
export type Attempt = {
  readonly kind: 'delivered' | 'later' | 'refused' | 'stopped';
  readonly next: StoredNotifications;
  /** A clause; null when it was delivered. */
  readonly why: string | null;
};

/** What an answer means for the message. `random` is from 0 to 1. */
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

/** Doubles each time; up to a half is taken off at random. */
function backoffMs(tries: number, random: number): number {
  const full = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT_MS);
  return Math.round(full * (1 - random / 2));
}

/** `Retry-After`: seconds or a date. */
function askedWait(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

export function statusWords(status: number): string {
  if (status >= 300 && status < 400) return `it answered ${status}, and redirects are not followed`;
  return `it answered ${status}`;
}

/** Too long a wait is from before the clock was set back. */
export function waitOf({ due }: StoredNotifications, now: number): number {
  const wait = due - now;
  return wait > LONGEST_ASKED_MS ? 0 : Math.max(0, wait);
}

/** What an operator hears of a target. `why` is a clause without the address. */
export type NotifyEvent =
  | { readonly kind: 'failing'; readonly target: string; readonly why: string }
  | { readonly kind: 'refused'; readonly target: string; readonly why: string }
  | { readonly kind: 'stopped'; readonly target: string; readonly why: string }
  | { readonly kind: 'recovered'; readonly target: string };

export function notifyEventText(event: NotifyEvent): string {
  switch (event.kind) {
    case 'failing':
      return `Notifications to ${event.target} fail: ${event.why}. They are tried again.`;
    case 'refused':
      return `A notification to ${event.target} was refused: ${event.why}. It is not sent again.`;
    case 'stopped':
      return `Notifications to ${event.target} are stopped: ${event.why}. Correct its [[notify]], or start spotdeck again.`;
    case 'recovered':
      return `Notifications to ${event.target} arrive again.`;
  }
}

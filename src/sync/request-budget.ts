import { pageRetryAfter } from '../api/backoff.ts';
import type { PageRetry, Permit } from '../api/list-pages.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import { once } from '../lib/memoize.ts';
import { type Deal, dealOf, nextRequest, type RequestClass, type WaitingRequest } from './request-schedule.ts';

/** Limits the requests for rows of all lists together. Writes never wait. */
export type RequestBudget = {
  /**
   * Waits until a request may be sent. All pages of a part wait from the steady time `since`, if given; else each from
   * its own.
   */
  readonly permit: (of: RequestClass, since?: number) => Permit;
  /** Notes a loop's requests of its next turn: less urgent classes leave room for them. */
  readonly expect: (loop: string, of: RequestClass, requests: number) => void;
  readonly perMs: () => number;
  /** Notes a 429, and the milliseconds to wait. */
  readonly refused: (waitMs: number | null) => void;
  /** Ends waits for the operator. */
  readonly resume: () => void;
  /** Ends all waits: nothing will be sent. */
  readonly release: () => void;
};

type QueuedRequest = WaitingRequest & { readonly go: (done: () => void) => void };

export function createRequestBudget(clock: Pick<Clock, 'steady' | 'after'>, max: () => number): RequestBudget {
  let waiting: readonly QueuedRequest[] = [];
  let open = 0;
  const startedAt = clock.steady();
  let bucket = { tokens: Number.POSITIVE_INFINITY, at: startedAt, perMs: 0 };
  let refusals: Refusals = NO_REFUSALS;
  let quietUntil = Number.NEGATIVE_INFINITY;
  let starvedAt = Number.NEGATIVE_INFINITY;
  let timer: Cancel | null = null;
  const turns = new Map<string, { readonly of: RequestClass; readonly requests: number }>();

  const deal = (): Deal => dealOf(max() * refusals.share, clock.steady() - startedAt);

  /** The speeds differ after the first minute; the lower one counts. */
  const filled = (now: number): number => {
    const { burst, perMs } = deal();
    const tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * Math.min(perMs, bucket.perMs));
    bucket = { tokens, at: now, perMs };
    return tokens;
  };

  const proceed = (): void => {
    timer?.();
    timer = null;
    const now = clock.steady();
    if (waiting.length === 0) return;
    if (now < quietUntil) {
      wait(quietUntil - now);
      return;
    }
    for (;;) {
      const tokens = filled(now);
      const choice = nextRequest({ now, deal: deal(), tokens, open, waiting, needs: needs(), starvedAt });
      if ('inMs' in choice) {
        if (choice.inMs !== null) wait(choice.inMs);
        return;
      }
      const request = waiting[choice.send];
      if (request === undefined) return;
      waiting = waiting.filter((other) => other !== request);
      bucket = { ...bucket, tokens: tokens - 1 };
      refusals = requestSent(refusals, now);
      if (choice.starved) starvedAt = now;
      open += 1;
      request.go(once(ended));
    }
  };

  const wait = (ms: number): void => {
    // A fraction rounded away would end the wait too early.
    timer = clock.after(Math.max(1, Math.ceil(ms)), proceed);
  };

  const needs = (): Readonly<Record<RequestClass, number>> => {
    const sums = { view: 0, pending: 0, preempting: 0, awaited: 0, ended: 0, rest: 0, foreign: 0 };
    for (const { of, requests } of turns.values()) sums[of] += requests;
    return sums;
  };

  const ended = (): void => {
    open -= 1;
    proceed();
  };

  return {
    permit: (of, since) => () =>
      new Promise((go) => {
        waiting = [...waiting, { of, since: since ?? clock.steady(), go }];
        proceed();
      }),
    expect: (loop, of, requests) => {
      if (requests === 0) turns.delete(loop);
      else turns.set(loop, { of, requests });
      proceed();
    },
    perMs: () => deal().perMs,
    refused: (waitMs) => {
      const now = clock.steady();
      refusals = requestRefused(refusals, now);
      if (waitMs !== null) quietUntil = Math.max(quietUntil, now + waitMs);
    },
    resume: () => {
      quietUntil = Number.NEGATIVE_INFINITY;
      proceed();
    },
    release: () => {
      timer?.();
      timer = null;
      for (const { go } of waiting) go(() => undefined);
      waiting = [];
      turns.clear();
      quietUntil = Number.NEGATIVE_INFINITY;
    },
  };
}

export function timedPermit(permit: Permit, clock: Pick<Clock, 'steady'>, waited: (ms: number) => void): Permit {
  return async () => {
    const began = clock.steady();
    const done = await permit();
    waited(clock.steady() - began);
    return done;
  };
}

const AFTER_REFUSAL = 0.8;
const LEAST_SHARE = 0.75;
/** Least share while the service refuses most requests. */
const LEAST_SHARE_OF_ALL = 0.05;
const MOST = 0.25;
/** Shortest time between two reductions, and of each recovery by a tenth, in milliseconds. */
const STEP_MS = 5000;
const RECOVERY_MS = 10_000;
const RECOVERED = 0.1;

/** `share`: the part of the requests to send; `refused` and `sent` count since the last change. Steady milliseconds. */
type Refusals = {
  readonly share: number;
  readonly changedAt: number;
  readonly refused: number;
  readonly sent: number;
};

const NO_REFUSALS: Refusals = { share: 1, changedAt: Number.NEGATIVE_INFINITY, refused: 0, sent: 0 };

function requestSent(before: Refusals, now: number): Refusals {
  const counted = { ...before, sent: before.sent + 1 };
  if (before.share === 1 || now - before.changedAt < RECOVERY_MS) return counted;
  return { share: Math.min(1, before.share + RECOVERED), changedAt: now, refused: 0, sent: 0 };
}

/** Far fewer requests only when most are refused: a service refusing some at any rate would otherwise get none. */
function requestRefused(before: Refusals, now: number): Refusals {
  const counted = { ...before, refused: before.refused + 1 };
  if (now - before.changedAt < STEP_MS) return counted;
  const refusesMost = counted.refused > counted.sent * MOST;
  const least = refusesMost ? LEAST_SHARE_OF_ALL : LEAST_SHARE;
  return {
    share: Math.max(Math.min(least, before.share), before.share * AFTER_REFUSAL),
    changedAt: now,
    refused: 0,
    sent: 0,
  };
}

function pause(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end);
  });
}

export function pacedPermit(
  permit: Permit,
  { clock, signal, gapMs }: { clock: Pick<Clock, 'steady' | 'after'>; signal: AbortSignal; gapMs: () => number },
): Permit {
  let lastAt = Number.NEGATIVE_INFINITY;
  return async () => {
    await pause(clock, Math.ceil(lastAt + gapMs() - clock.steady()), signal);
    lastAt = clock.steady();
    return permit();
  };
}

/** Requests a page again after 429 or a broken connection, and slows down the budget. */
export function pageRetry({
  clock,
  signal,
  random,
  budget,
}: {
  clock: Pick<Clock, 'after'>;
  signal: AbortSignal;
  random: () => number;
  budget: RequestBudget;
}): PageRetry {
  return async (error, attempt) => {
    const waitMs = pageRetryAfter(error, attempt, random());
    if (error.kind === 'rate-limited') budget.refused(error.waitMs);
    if (waitMs === null) return false;
    await pause(clock, waitMs, signal);
    return !signal.aborted;
  };
}

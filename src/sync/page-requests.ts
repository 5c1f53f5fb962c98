import { pageRetryAfter } from '../api/backoff.ts';
import type { PageRetry, Permit } from '../api/list-pages.ts';
import type { Clock } from '../lib/clock.ts';
import type { RequestBudget } from './request-budget.ts';

export function pause(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
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

import { retryAfter } from '../api/backoff.ts';
import type { ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Clock } from '../lib/clock.ts';

/** Creates the health of the service as a whole. While it fails, one list at a time probes it. `random` returns a number from 0 to 1, to spread retries. */
export function createServiceHealth(clock: Pick<Clock, 'steady'>, random: () => number) {
  /** Consecutive failures and the time of the last one. */
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** The time of the next request, and the end of the wait that the service itself requires. */
  let notBefore = Number.NEGATIVE_INFINITY;
  let quietUntil = Number.NEGATIVE_INFINITY;
  let probe: ServiceList | null = null;
  return {
    isFailing: (): boolean => failures > 0,
    isProbed: (): boolean => failures > 0 && probe !== null,
    /** Whether the service requires a wait now. */
    isQuiet: (): boolean => clock.steady() < quietUntil,
    /** The time of the next request. */
    notBefore: (): number => (failures > 0 ? notBefore : Number.NEGATIVE_INFINITY),
    /** Whether a list may send a request now: any list while the service works, one while it fails. */
    admits: (name: ServiceList): boolean => {
      if (failures > 0) probe ??= name;
      return failures === 0 || probe === name;
    },
    requestEnded: (name: ServiceList): void => {
      if (probe === name) probe = null;
    },
    /** Notes an answer to a request that was sent at `began`; returns whether it ended a failure. One that was sent before the failure shows nothing. */
    recovered: (began: number): boolean => {
      if (failures === 0 || began <= failedAt) return false;
      failures = 0;
      quietUntil = Number.NEGATIVE_INFINITY;
      return true;
    },
    reset: (): void => {
      failures = 0;
      probe = null;
    },
    /**
     * Counts a request that was sent at `began` and failed because of the service as a whole. Returns the milliseconds to wait before the
     * next one; null when it needs the operator.
     */
    failed: (error: ServiceError, began: number): number | null => {
      // Lists that failed together are one failure of the service: requests sent before it was known don't count again.
      const counts = began > failedAt;
      if (counts) failures += 1;
      const waitMs = retryAfter(error, failures, random());
      if (counts) {
        failedAt = clock.steady();
        notBefore = failedAt + (waitMs ?? 0);
      }
      if ('waitMs' in error && error.waitMs !== null) quietUntil = clock.steady() + error.waitMs;
      notBefore = Math.max(notBefore, quietUntil);
      return waitMs;
    },
  };
}

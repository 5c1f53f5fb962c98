import { retryAfter } from '../api/backoff.ts';
import type { ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Clock } from '../lib/clock.ts';

/** While the service fails, one list at a time probes it. `random` spreads retries. */
export function createServiceHealth(clock: Pick<Clock, 'steady'>, random: () => number) {
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let quietUntil = Number.NEGATIVE_INFINITY;
  let probe: ServiceList | null = null;
  return {
    isFailing: (): boolean => failures > 0,
    isProbed: (): boolean => failures > 0 && probe !== null,
    isQuiet: (): boolean => clock.steady() < quietUntil,
    notBefore: (): number => (failures > 0 ? notBefore : Number.NEGATIVE_INFINITY),
    /** Any list while the service works, one while it fails. */
    admits: (name: ServiceList): boolean => {
      if (failures > 0) probe ??= name;
      return failures === 0 || probe === name;
    },
    requestEnded: (name: ServiceList): void => {
      if (probe === name) probe = null;
    },
    /** Whether an answer ended a failure; a request sent before the failure shows nothing. */
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
    /** Returns the milliseconds to wait; null when it needs the operator. */
    failed: (error: ServiceError, began: number): number | null => {
      // Requests sent before the failure was known don't count again.
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

import type { Journal } from '../../journal/journal.ts';
import type { StoredLease } from '../../journal/rules.ts';
import type { Scope } from '../../journal/scope.ts';
import type { Clock } from '../../lib/clock.ts';

/** Interval at which the holder renews its lease, and time without a renewal after which another one takes it over, in milliseconds. */
const RENEW_MS = 5000;
export const STALE_MS = 20_000;
/** Time since its last renewal for which a holder may still act: others take over later. */
const SAFE_MS = STALE_MS / 2;

/**
 * Holds the lease of the one that runs the rules of a project. Whether another holder is still there is seen by its counter and the
 * steady clock of this process: the wall clock may jump, and the processes need not agree on it.
 */
export function createLease(
  journal: Pick<Journal, 'by' | 'lease' | 'takeLease' | 'endLease'>,
  scope: () => Scope,
  clock: Pick<Clock, 'steady'>,
  runs: string,
) {
  let seen: { readonly lease: StoredLease; readonly since: number } | null = null;
  let renewedAt: number | null = null;

  return {
    /** Takes or renews the lease when that is due. Returns whether this program may act. */
    hold: (): boolean => {
      const now = clock.steady();
      if (renewedAt !== null && now - renewedAt < RENEW_MS) return true;
      const lease = journal.lease(scope());
      if (lease === null || lease.holder === journal.by) seen = null;
      else if (seen?.lease.holder !== lease.holder || seen.lease.beats !== lease.beats) seen = { lease, since: now };
      const stale = seen !== null && now - seen.since >= STALE_MS ? seen.lease : null;
      if (seen === null || stale !== null) {
        if (journal.takeLease(scope(), journal.by, runs, stale)) renewedAt = now;
      } else renewedAt = null;
      return renewedAt !== null && now - renewedAt < SAFE_MS;
    },
    /** Whether the lease was renewed a short time ago, so that nobody has taken it over. */
    isSafe: (): boolean => renewedAt !== null && clock.steady() - renewedAt < SAFE_MS,
    end: (): void => {
      journal.endLease(scope(), journal.by);
      renewedAt = null;
    },
  };
}

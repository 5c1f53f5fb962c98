import type { Clock } from '../lib/clock.ts';
import { type AsyncJournal, journalRecords } from './async-journal.ts';
import type { StoredLease } from './leases.ts';
import type { Scope } from './scope.ts';

/** This program has the lease from now on, `after` one that no longer renewed it; or it waits while another one has it. */
export type LeaseEvent =
  | { readonly kind: 'begins'; readonly after: string | null }
  | { readonly kind: 'waits'; readonly runs: string };

/** Interval at which the holder renews its lease, and time without a renewal after which another one takes it over, in milliseconds. */
const RENEW_MS = 5000;
export const STALE_MS = 20_000;
/** Time since its last renewal for which a holder may still act: others take over later. */
const SAFE_MS = STALE_MS / 2;

/** Time after which a holder counts as gone: others can have taken its place by then, and the clocks may differ a little. In milliseconds. */
const GONE_MS = 2 * STALE_MS;

/** Whether a holder has not renewed its lease for so long that it counts as gone. */
export const isGone = ({ at }: Pick<StoredLease, 'at'>, now: number): boolean => now - at > GONE_MS;

type Parts = {
  readonly journal: AsyncJournal;
  readonly scope: Scope;
  readonly clock: Pick<Clock, 'steady'>;
  /** Identifies the holder, and describes it to the operator. */
  readonly holder: string;
  readonly runs: string;
  readonly onEvent: (event: LeaseEvent) => void;
};

/**
 * Holds the lease of the one that does the work of a scope. Whether another holder is still there is seen by its counter and the
 * steady clock of this process: the wall clock may jump, and the processes need not agree on it.
 */
export function createLease({ journal, scope, clock, holder, runs, onEvent }: Parts) {
  let seen: { readonly lease: StoredLease; readonly since: number } | null = null;
  let renewedAt: number | null = null;
  /** Holder that was last reported, so that each is reported once. */
  let reported: string | null = null;
  let looking: Promise<boolean> | null = null;
  /** Grows when the lease is ended: what was under way then does not take it again. */
  let ends = 0;

  const report = (of: string, event: LeaseEvent): void => {
    if (reported === of) return;
    reported = of;
    onEvent(event);
  };

  const isOwnGone = (now: number, lease: StoredLease | null): boolean =>
    renewedAt !== null && now - renewedAt < STALE_MS && lease?.holder !== holder && journal.status().warning === null;

  const isSafe = (): boolean => renewedAt !== null && clock.steady() - renewedAt < SAFE_MS;

  const look = async (): Promise<boolean> => {
    const begun = ends;
    // The journal answers later: the lease counts as renewed from before, and as seen from after.
    const now = clock.steady();
    // Not asked: what views read must not delay it.
    const lease = await journal.act(journalRecords, 'lease', scope);
    if (begun !== ends) return false;
    // Nobody takes over so soon: the file is one from before.
    if (isOwnGone(now, lease)) {
      renewedAt = null;
      journal.record(journalRecords, 'wentBack');
      return false;
    }
    if (lease === null || lease.holder === holder) seen = null;
    else if (seen?.lease.holder !== lease.holder || seen.lease.renewals !== lease.renewals)
      seen = { lease, since: clock.steady() };
    const stale = seen !== null && now - seen.since >= STALE_MS ? seen.lease : null;
    if (seen !== null && stale === null) {
      renewedAt = null;
      report(seen.lease.holder, { kind: 'waits', runs: seen.lease.runs });
    } else if (await journal.act(journalRecords, 'takeLease', scope, holder, runs, stale)) {
      if (begun !== ends) return false;
      renewedAt = now;
      seen = null;
      // Others may have had it meanwhile.
      if (lease?.holder !== holder) reported = null;
      report(holder, { kind: 'begins', after: stale?.runs ?? null });
    }
    return isSafe();
  };

  return {
    /** Takes or renews the lease when that is due. Resolves to whether this program may act. */
    hold: (): Promise<boolean> => {
      if (looking === null && renewedAt !== null && clock.steady() - renewedAt < RENEW_MS) return Promise.resolve(true);
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    /** Whether the lease was renewed a short time ago, so that nobody has taken it over. */
    isSafe,
    /** Ends the lease, so that another program can take it at once. */
    end: async (): Promise<void> => {
      ends += 1;
      const mayHave = renewedAt !== null || looking !== null;
      renewedAt = null;
      reported = null;
      if (mayHave) await journal.act(journalRecords, 'endLease', scope, holder);
    },
  };
}

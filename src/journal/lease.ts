import type { Clock } from '../lib/clock.ts';
import { type AsyncJournal, journalRecords } from './async-journal.ts';
import type { StoredLease } from './leases.ts';
import type { Scope } from './scope.ts';

/** Taken, perhaps `after` a lost holder; or waiting for another one. */
export type LeaseEvent =
  | { readonly kind: 'begins'; readonly after: string | null }
  | { readonly kind: 'waits'; readonly runs: string };

const RENEW_MS = 5000;
export const STALE_MS = 20_000;
const SAFE_MS = STALE_MS / 2;

/** Then a holder counts as gone, though clocks may differ. */
const GONE_MS = 2 * STALE_MS;

export const isGone = ({ at }: Pick<StoredLease, 'at'>, now: number): boolean => now - at > GONE_MS;

type Parts = {
  readonly journal: AsyncJournal;
  readonly scope: Scope;
  readonly clock: Pick<Clock, 'steady'>;
  readonly holder: string;
  readonly runs: string;
  readonly onEvent: (event: LeaseEvent) => void;
};

/** Others are judged by their counter and the steady clock: wall clocks jump and differ. */
export function createLease({ journal, scope, clock, holder, runs, onEvent }: Parts) {
  let seen: { readonly lease: StoredLease; readonly since: number } | null = null;
  let renewedAt: number | null = null;
  let reported: string | null = null;
  let looking: Promise<boolean> | null = null;
  /** Grows at each end: pending calls don't take it again. */
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
    // The answer comes later: renewed counts from before it, seen from after.
    const now = clock.steady();
    // As `act`: reads of views must not delay it.
    const lease = await journal.act(journalRecords, 'lease', scope);
    if (begun !== ends) return false;
    // Nobody takes over so soon: this file is older.
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
    /** Whether this program may act. */
    hold: (): Promise<boolean> => {
      if (looking === null && renewedAt !== null && clock.steady() - renewedAt < RENEW_MS) return Promise.resolve(true);
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    isSafe,
    end: async (): Promise<void> => {
      ends += 1;
      const mayHave = renewedAt !== null || looking !== null;
      renewedAt = null;
      reported = null;
      if (mayHave) await journal.act(journalRecords, 'endLease', scope, holder);
    },
  };
}

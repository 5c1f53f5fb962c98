import * as z from 'zod';
import { type JournalFile, JournalLost } from './file.ts';
import { keyOf, type Scope } from './scope.ts';

const LeaseRow = z.object({
  holder: z.string(),
  renewals: z.int(),
  at: z.int(),
  runs: z.string(),
  asked: z.int(),
  seen: z.int(),
});
/**
 * Which program does the work of a scope that only one may do: an identifier, a counter that grows while it runs, and words for the
 * operator. `asked` counts how often others have asked it to look at the journal, and `seen` is the count up to which it has. `at` is
 * its last renewal, in milliseconds since 1970.
 */
export type StoredLease = z.output<typeof LeaseRow>;

/**
 * Result of a change by a holder: `lost` when somebody else holds the lease by now, or what it changes is not as it was; `not-kept` when the
 * file is busy or can't be written.
 */
export type HolderChange = 'kept' | 'lost' | 'not-kept';

/** Leases inside a transaction or a reading of the caller, and changes that only a holder may make. */
export type Leases = {
  readonly of: (scope: Scope) => StoredLease | null;
  /** Asks the holder of a lease to look at the journal. */
  readonly ask: (scope: Scope) => void;
  /** Keeps that a holder has looked since it was asked last. */
  readonly see: (scope: Scope, holder: string) => void;
  /**
   * Runs a change of a holder in the same transaction that finds its lease still there, in the file that is at its place. The change says
   * whether what it needs is still as it was.
   */
  readonly asHolder: (scope: Scope, holder: string, act: () => boolean) => HolderChange;
};

/** What can be done with the leases of a journal from outside. */
export type LeaseRecords = {
  /** Who has the lease of a scope; null when nobody has, or that can't be read. */
  readonly lease: (scope: Scope) => StoredLease | null;
  /**
   * Takes the lease when nobody has it, or renews it. `stale` is the lease that the caller has watched standing still: it is
   * ended, unless it has been renewed in the meantime. Returns whether the caller holds it.
   */
  readonly takeLease: (scope: Scope, holder: string, runs: string, stale: StoredLease | null) => boolean;
  readonly endLease: (scope: Scope, holder: string) => void;
};

type Parts = {
  readonly now: () => number;
  readonly read: <Row>(act: () => readonly Row[]) => readonly Row[];
  readonly atOnce: (act: () => void) => boolean;
  readonly inFile: (act: () => void) => boolean;
};

export function createLeases(
  file: JournalFile,
  { now, read, atOnce, inFile }: Parts,
): { readonly inside: Leases; readonly records: LeaseRecords } {
  const getLease = file.prepare('SELECT holder, renewals, at, runs, asked, seen FROM leases WHERE scope = ?');
  const putLease = file.prepare(
    'INSERT OR REPLACE INTO leases (scope, holder, renewals, at, runs) VALUES (?, ?, ?, ?, ?)',
  );
  const ask = file.prepare('UPDATE leases SET asked = asked + 1 WHERE scope = ?');
  const see = file.prepare('UPDATE leases SET seen = asked WHERE scope = ? AND holder = ? AND seen < asked');
  const takeOver = file.prepare('DELETE FROM leases WHERE scope = ? AND holder = ? AND renewals = ?');
  const renew = file.prepare('UPDATE leases SET renewals = renewals + 1, at = ? WHERE scope = ? AND holder = ?');
  const endLease = file.prepare('DELETE FROM leases WHERE scope = ? AND holder = ?');

  const leaseOf = (scope: Scope): StoredLease | null => LeaseRow.safeParse(getLease.get(keyOf(scope))).data ?? null;

  /** The counters of the leases of this program, as it has written them last. */
  const renewals = new Map<string, number>();
  const leaseKey = (scope: Scope, holder: string): string => `${keyOf(scope)}\n${holder}`;
  file.onOther(() => renewals.clear());

  /** Whether a holder has the lease, in the transaction of what it does. A counter that went back is of a file that was restored. */
  const isHolder = (scope: Scope, holder: string): boolean => {
    const lease = leaseOf(scope);
    if (lease?.holder !== holder) return false;
    if (lease.renewals === (renewals.get(leaseKey(scope, holder)) ?? lease.renewals)) return true;
    throw new JournalLost('set back');
  };

  const remember = (scope: Scope, lease: StoredLease | null): boolean => {
    if (lease !== null) renewals.set(leaseKey(scope, lease.holder), lease.renewals);
    return lease !== null;
  };

  return {
    inside: {
      of: leaseOf,
      ask: (scope) => void ask.run(keyOf(scope)),
      see: (scope, holder) => void see.run(keyOf(scope), holder),
      asHolder: (scope, holder, act) => {
        let done = false;
        const kept = inFile(() => {
          done = isHolder(scope, holder) && act();
        });
        return !kept ? 'not-kept' : done ? 'kept' : 'lost';
      },
    },
    records: {
      lease: (scope) => read(() => [leaseOf(scope)])[0] ?? null,
      takeLease: (scope, holder, runs, stale) => {
        let mine: StoredLease | null = null;
        const kept = inFile(() => {
          if (isHolder(scope, holder)) renew.run(now(), keyOf(scope), holder);
          else {
            if (stale !== null) takeOver.run(keyOf(scope), stale.holder, stale.renewals);
            if (leaseOf(scope) !== null) return;
            putLease.run(keyOf(scope), holder, 0, now(), runs);
          }
          mine = leaseOf(scope);
        });
        return kept && remember(scope, mine);
      },
      endLease: (scope, holder) => {
        atOnce(() => endLease.run(keyOf(scope), holder));
      },
    },
  };
}

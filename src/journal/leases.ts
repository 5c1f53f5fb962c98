import * as z from 'zod';
import { type FileAccess, type JournalFile, JournalLost } from './file.ts';
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
 * `renewals` grows while the holder runs; `asked` and `seen` count requests to look; `at` is in milliseconds since
 * 1970.
 */
export type StoredLease = z.output<typeof LeaseRow>;

/** `lost`: another one holds the lease, or its subject has changed. `not-kept`: the file is busy or unwritable. */
export type HolderChange = 'kept' | 'lost' | 'not-kept';

export type Leases = {
  readonly of: (scope: Scope) => StoredLease | null;
  readonly ask: (scope: Scope) => void;
  readonly see: (scope: Scope, holder: string) => void;
  /** The change says whether its subject is unchanged. */
  readonly asHolder: (scope: Scope, holder: string, act: () => boolean) => HolderChange;
};

export function createLeases(
  file: JournalFile,
  { now, read, atOnce, inFile }: FileAccess & { readonly now: () => number },
) {
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

  const renewals = new Map<string, number>();
  const leaseKey = (scope: Scope, holder: string): string => `${keyOf(scope)}\n${holder}`;
  file.onOther(() => renewals.clear());

  /** A lower counter is from a restored file. */
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
    } satisfies Leases,
    records: {
      lease: (scope: Scope): StoredLease | null => read(() => [leaseOf(scope)])[0] ?? null,
      /** Takes or renews the lease; `stale` was watched standing still, and ends. Returns whether it is held. */
      takeLease: (scope: Scope, holder: string, runs: string, stale: StoredLease | null): boolean => {
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
      endLease: (scope: Scope, holder: string): void => {
        atOnce(() => endLease.run(keyOf(scope), holder));
      },
    },
  };
}

import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { type IdleChange, idleEnd, idlenessIn, type KnownIdleness } from './idle.ts';
import { isSeenBetween } from './reading.ts';

/** A change found between two samples, in milliseconds since 1970. */
export type FoundIdleness = { readonly change: IdleChange; readonly at: number; readonly since: number | null };

const SeenAt = z.object({ at: z.int() });

/** Whether idleness in the journal goes on in later samples. A long gap between them leaves it unknown. */
export const isSameIdleness = (known: KnownIdleness & { readonly kind: 'idle' }, atRestSince: number): boolean =>
  atRestSince <= known.seenAt || isSeenBetween(known.seenAt, atRestSince);

/** An instance's last event decides, so that only one console records a change. */
function createIdleRecords({ database, read, atOnce, parse, put }: JournalAccess) {
  const putSeen = database.prepare(
    'INSERT INTO idle_seen VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)',
  );
  const getSeen = database.prepare('SELECT at FROM idle_seen WHERE scope = ? AND fid = ?');
  const getLatest = database.prepare('SELECT * FROM entries WHERE scope = ? AND fid = ? ORDER BY id DESC');

  const latest = (key: string, fid: string): KnownIdleness | null => {
    for (const row of getLatest.iterate(key, fid))
      for (const event of parse(row)) {
        const known = idlenessIn(event);
        if (known !== null)
          return known.kind === 'idle' ? { ...known, seenAt: Math.max(known.seenAt, seenAt(key, fid)) } : known;
      }
    return null;
  };

  const seenAt = (key: string, fid: string): number => SeenAt.parse(getSeen.get(key, fid) ?? { at: 0 }).at;

  const record = (key: string, { change, at, since }: FoundIdleness): void => {
    const known = latest(key, change.fid);
    if (change.to !== null) {
      if (known?.kind !== 'idle' || !isSameIdleness(known, change.idle.since)) put(key, at, since, change);
      return;
    }
    if (known?.kind === 'ended') return;
    const idle = known === null ? change.idle : { ...change.idle, since: known.since };
    put(key, at, since ?? known?.seenAt ?? null, idleEnd(change, idle));
  };

  return {
    /** Idleness by fid; instances without an event are left out. */
    idleness: (scope: Scope, fids: readonly string[]): ReadonlyMap<string, KnownIdleness> =>
      new Map(
        read(() =>
          fids.flatMap((fid) => {
            const known = latest(keyOf(scope), fid);
            return known === null ? [] : [[fid, known] as const];
          }),
        ),
      ),

    /** Records machines at rest, by fid. False for a locked or broken file. */
    recordSeenIdle: (scope: Scope, seen: ReadonlyMap<string, number>): boolean =>
      atOnce(() => {
        for (const [fid, at] of seen) putSeen.run(keyOf(scope), fid, at);
      }),

    /** Records changes no console has recorded yet. False for a locked or broken file. */
    recordIdleness: (scope: Scope, found: readonly FoundIdleness[]): boolean =>
      atOnce(() => {
        for (const one of found) record(keyOf(scope), one);
      }),
  };
}

export const idleJournal = recordsIn('machines', createIdleRecords);

import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { type HeadroomChange, isThinAfter } from './crossing.ts';

/** A bid that stays thin is said again after this time. */
const AGAIN_MS = DAY_MS;

/** The last event of a bid decides, so that of several programs one records a crossing. */
function createCrossings({ database, atOnce, parse, put }: JournalAccess) {
  const getLatest = database.prepare('SELECT * FROM entries WHERE scope = ? AND fid = ? AND at > ? ORDER BY id DESC');

  const wasThin = (key: string, fid: string, now: number): boolean => {
    for (const row of getLatest.iterate(key, fid, now - AGAIN_MS))
      for (const event of parse(row)) {
        const isThin = isThinAfter(event);
        if (isThin !== null) return isThin;
      }
    return false;
  };

  return {
    /** Records crossings that no program has recorded yet. False for a locked or broken file. */
    recordCrossings: (scope: Scope, at: number, found: readonly HeadroomChange[]): boolean =>
      atOnce(() => {
        const key = keyOf(scope);
        for (const change of found)
          if (wasThin(key, change.fid, at) !== (change.to !== null)) put(key, at, null, change);
      }),
  };
}

export const headroomJournal = recordsIn('headroom', createCrossings);

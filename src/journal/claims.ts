import * as z from 'zod';
import type { JournalDatabase } from './file.ts';
import { keyOf, type Scope } from './scope.ts';

/** Owner of a claim: this console, or another one; `busy` when another program has the file, `not-kept` when it can't be written. */
export type Claim = 'mine' | 'taken' | 'busy' | 'not-kept';

/** Whether a change was made: `busy` when another program has the file, `not-kept` when it can't be written. */
export type ChangeResult = 'kept' | 'busy' | 'not-kept';

/** The result of a statement that changes rows. */
export const StatementResult = z.object({ changes: z.int() });

/**
 * The function that claims a task that only one console may do, unless another did within the last `forMs`.
 * Claiming again extends a claim. A claim made before `over` (milliseconds since 1970) was for a task that has ended.
 */
export function createClaims(
  database: JournalDatabase,
  now: () => number,
  transaction: (act: () => void) => ChangeResult,
) {
  const putClaim = database.prepare('INSERT OR IGNORE INTO claims VALUES (?, ?, ?)');
  const renewClaim = database.prepare('UPDATE claims SET at = ? WHERE scope = ? AND what = ?');
  const endClaim = database.prepare('DELETE FROM claims WHERE scope = ? AND what = ? AND at < ?');
  const endClaims = database.prepare('DELETE FROM claims WHERE at < ?');

  return (scope: Scope, what: string, forMs: number, over: number | null = null): Claim => {
    let mine = false;
    const kept = transaction(() => {
      endClaims.run(now() - forMs);
      if (over !== null) endClaim.run(keyOf(scope), what, over);
      mine = StatementResult.parse(putClaim.run(keyOf(scope), what, now())).changes > 0;
      if (!mine) renewClaim.run(now(), keyOf(scope), what);
    });
    return kept !== 'kept' ? kept : mine ? 'mine' : 'taken';
  };
}

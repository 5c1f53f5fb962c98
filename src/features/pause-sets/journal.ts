import * as z from 'zod';
import { type JournalAccess, recordsIn, StatementResult } from '../../journal/access.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';

export type PauseSetResult = 'begun' | 'taken' | 'not-kept';

const PauseSetRow = z.object({ name: z.string(), at: z.int(), members: z.string() });
const Members = z.array(
  z.object({ fid: z.string(), name: z.string(), price: z.string().nullable(), quantity: z.number().nullable() }),
);

/** A bid as the set left it. */
export type SetMember = Readonly<z.output<typeof Members>[number]>;
export type PauseSet = { readonly name: string; readonly at: number; readonly members: readonly SetMember[] };

function createPauseSets({ database, read, inFile }: JournalAccess) {
  const putSet = database.prepare('INSERT OR IGNORE INTO sets VALUES (?, ?, ?, ?)');
  const changeSet = database.prepare('UPDATE sets SET members = ? WHERE scope = ? AND name = ?');
  const dropSet = database.prepare('DELETE FROM sets WHERE scope = ? AND name = ?');
  const getSets = database.prepare('SELECT name, at, members FROM sets WHERE scope = ? ORDER BY at DESC');

  return {
    /** Latest first; null when they can't be read. */
    sets: (scope: Scope): readonly PauseSet[] | null =>
      read(() => [
        getSets.all(keyOf(scope)).map((row) => {
          const { name, at, members } = PauseSetRow.parse(row);
          return { name, at, members: Members.parse(JSON.parse(members)) };
        }),
      ])[0] ?? null,

    /** A set that can't be saved must not begin. */
    beginSet: (scope: Scope, { name, at, members }: PauseSet): PauseSetResult => {
      let made = false;
      const kept = inFile(() => {
        made = StatementResult.parse(putSet.run(keyOf(scope), name, at, JSON.stringify(members))).changes > 0;
      });
      return !kept ? 'not-kept' : made ? 'begun' : 'taken';
    },

    /** A set without members is deleted. */
    changeSet: (scope: Scope, { name, members }: PauseSet): void => {
      inFile(() => {
        if (members.length === 0) dropSet.run(keyOf(scope), name);
        else changeSet.run(JSON.stringify(members), keyOf(scope), name);
      });
    },
  };
}

export const pauseSetJournal = recordsIn('pause-sets', createPauseSets);

import * as z from 'zod';
import type { JournalEvent, ObservedChange } from '../changes/change-event.ts';
import type { FileAccess, JournalDatabase, openOwnFile } from './file.ts';
import type { Leases } from './leases.ts';

/** `busy`: another program has the file. `not-kept`: it can't be written. */
export type ChangeResult = 'kept' | 'busy' | 'not-kept';

export const StatementResult = z.object({ changes: z.int() });

export type JournalAccess = FileAccess & {
  readonly database: JournalDatabase;
  readonly now: () => number;
  /** A sentence; null while the file can be used. */
  readonly warning: () => string | null;
  /** Like `atOnce`, with the reason. */
  readonly transaction: (act: () => void) => ChangeResult;
  /** Another program's lock keeps everything in memory. */
  readonly isLocked: () => boolean;
  readonly parse: (row: unknown) => readonly JournalEvent[];
  /** In the caller's transaction; the change happened between `since` and `at`. */
  readonly put: (key: string, at: number, since: number | null, change: ObservedChange) => void;
  /** Even without old events: other records must go. */
  readonly isFull: () => boolean;
  readonly leases: Leases;
  readonly openOwnFile: typeof openOwnFile;
};

/** A feature's functions on a journal: callable by name, or added to a journal of this thread. */
export function recordsIn<Own extends object>(setName: string, create: (access: JournalAccess) => Own) {
  const made = new WeakMap<JournalAccess, Own>();
  const of = (journal: { readonly access: JournalAccess }): Own => {
    const own = made.get(journal.access) ?? create(journal.access);
    made.set(journal.access, own);
    return own;
  };
  const add = <Opened extends { readonly access: JournalAccess }>(journal: Opened): Opened & Own => ({
    ...journal,
    ...of(journal),
  });
  return Object.assign(add, { setName, of });
}

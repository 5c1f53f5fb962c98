import * as z from 'zod';
import type { JournalEvent, ObservedChange } from '../changes/change-event.ts';
import type { JournalDatabase, openOwnFile } from './file.ts';
import type { Leases } from './leases.ts';

/** Whether a change was made: `busy` when another program has the file, `not-kept` when it can't be written. */
export type ChangeResult = 'kept' | 'busy' | 'not-kept';

/** The result of a statement that changes rows. */
export const StatementResult = z.object({ changes: z.int() });

/** Access of a part of the journal to its file. */
export type FileAccess = {
  /** What a function reads; nothing when the file can't be read. */
  readonly read: <Row>(act: () => readonly Row[]) => readonly Row[];
  /** Runs a function in a transaction; false when the file is busy or can't be written. */
  readonly atOnce: (act: () => void) => boolean;
};

/** What the records of a feature in the journal are made of. */
export type JournalAccess = FileAccess & {
  readonly database: JournalDatabase;
  readonly now: () => number;
  /** Why the file can't be used now, as a sentence; null while it can. */
  readonly warning: () => string | null;
  /** The same as `atOnce`, which also says whether it is worth trying again. */
  readonly transaction: (act: () => void) => ChangeResult;
  /** The same as `atOnce` for what must not be lost with the process: false while there is no usable file. */
  readonly inFile: (act: () => void) => boolean;
  /** Whether another program has locked the file so that none can be used: what is kept meanwhile is in memory alone. */
  readonly isLocked: () => boolean;
  /** Parses a row of `entries`; nothing when another program wrote something else there. */
  readonly parse: (row: unknown) => readonly JournalEvent[];
  /** Adds a change to the events, inside the caller's transaction: when it was observed, and the time after which it happened. */
  readonly put: (key: string, at: number, since: number | null, change: ObservedChange) => void;
  /** Whether the file is too large although it has no events but the newest: its other records have to become fewer. */
  readonly isFull: () => boolean;
  readonly leases: Leases;
  /** Opens a file beside the journal for what must not be in it. */
  readonly openOwnFile: typeof openOwnFile;
};

/**
 * The functions of a feature on a journal, whose file must have the feature's tables: a set that is called by name, and a function that
 * adds them to a journal of this thread. They are made once for each journal.
 */
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

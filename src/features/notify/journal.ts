import * as z from 'zod';
import type { JournalEvent } from '../../changes/change-event.ts';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import type { Journal } from '../../journal/journal.ts';
import type { HolderChange } from '../../journal/leases.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';

const Row = z.object({
  cursor: z.int(),
  message: z.string().nullable(),
  tries: z.int(),
  due: z.int(),
  refusals: z.int(),
  stopped: z.string().nullable(),
  failing: z.string().nullable(),
  delivered: z.int().nullable(),
});
/** How far a target has got. Events up to the id `cursor` are done. `message`: JSON of the one being sent, next at `due`. `refusals` in a row. `stopped` and `failing`: clauses. */
export type StoredNotifications = z.output<typeof Row>;

const Target = Row.extend({ name: z.string() });
const Id = z.object({ id: z.int() });
const Cursor = z.object({ cursor: z.int() });

/** `last`: the id it was read up to. */
export type EventRange = { readonly events: readonly JournalEvent[]; readonly last: number; readonly isEnd: boolean };

export const notifyLease = ({ service, project }: Scope, name: string): Scope => ({
  service,
  project: `${project}\nnotify\n${name}`,
});

function createNotifications({ database, read, atOnce, parse, leases }: JournalAccess) {
  const columns = 'cursor, message, tries, due, refusals, stopped, failing, delivered';
  const begin = database.prepare(
    `INSERT OR IGNORE INTO notifications (scope, name, cursor)
     VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM entries))`,
  );
  const release = database.prepare(
    'UPDATE notifications SET stopped = NULL, refusals = 0, due = 0 WHERE scope = ? AND name = ? AND stopped IS NOT NULL',
  );
  const get = database.prepare(`SELECT ${columns} FROM notifications WHERE scope = ? AND name = ?`);
  const getAll = database.prepare(
    `SELECT name, ${columns} FROM notifications WHERE scope IN (SELECT value FROM json_each(?)) ORDER BY name, scope`,
  );
  const put = database.prepare(
    `UPDATE notifications SET cursor = ?, message = ?, tries = ?, due = ?, refusals = ?, stopped = ?, failing = ?,
     delivered = ? WHERE scope = ? AND name = ?`,
  );
  const skip = database.prepare(
    'UPDATE notifications SET cursor = ? WHERE scope = ? AND name = ? AND cursor = ? AND message IS NULL',
  );
  const getEvents = database.prepare(
    'SELECT * FROM entries WHERE id > ? AND id <= ? AND scope = ? ORDER BY id LIMIT ?',
  );
  const getLast = database.prepare('SELECT coalesce(max(id), 0) AS cursor FROM entries');

  return {
    /** A new target begins at the end of the journal. A stopped one goes on. */
    beginNotifications: (scope: Scope, name: string): boolean =>
      atOnce(() => {
        begin.run(keyOf(scope), name);
        release.run(keyOf(scope), name);
      }),

    notifications: (scope: Scope, name: string): StoredNotifications | null =>
      read(() => [get.get(keyOf(scope), name)]).flatMap((row) => Row.safeParse(row).data ?? [])[0] ?? null,

    allNotifications: (scopes: readonly Scope[]): readonly z.output<typeof Target>[] =>
      read(() => getAll.all(JSON.stringify(scopes.map(keyOf))).map((row) => Target.parse(row))),

    /** Keeps how far a target has got, unless another program holds its lease. */
    keepNotifications: (scope: Scope, name: string, holder: string, next: StoredNotifications): HolderChange => {
      let done = false;
      const kept = atOnce(() => {
        done = leases.of(notifyLease(scope, name))?.holder === holder;
        const { cursor, message, tries, due, refusals, stopped, failing, delivered } = next;
        if (done) put.run(cursor, message, tries, due, refusals, stopped, failing, delivered, keyOf(scope), name);
      });
      return !kept ? 'not-kept' : done ? 'kept' : 'lost';
    },

    /** Passes over unwanted events, unless another program was quicker. */
    skipEvents: (scope: Scope, name: string, from: number, to: number): void => {
      atOnce(() => skip.run(to, keyOf(scope), name, from));
    },

    /** The events of this very scope, oldest first. */
    eventsBetween: (scope: Scope, after: number, until: number | null, max: number): EventRange =>
      read(() => {
        const end = until ?? Cursor.parse(getLast.get()).cursor;
        const rows = getEvents.all(after, end, keyOf(scope), max);
        const isEnd = rows.length < max;
        const last = isEnd ? Math.max(after, end) : Id.parse(rows.at(-1)).id;
        return [{ events: rows.flatMap((row) => parse(row)), last, isEnd }];
      })[0] ?? { events: [], last: after, isEnd: false },
  };
}

export const notifyJournal = recordsIn('notify', createNotifications);
export type NotifyJournal = Journal & ReturnType<typeof createNotifications>;

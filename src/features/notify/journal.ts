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
/**
 * How far a target has got with the events of one scope. Events up to the id `cursor` are done; `message` is the JSON of the one
 * that is being sent, which `tries` attempts have failed to deliver and that is next tried at `due`. `refusals` counts the last
 * messages that were refused; `stopped` and `failing` say in a clause why nothing more is sent, and why the last attempt failed.
 * `delivered` is the last success. Milliseconds since 1970.
 */
export type StoredNotifications = z.output<typeof Row>;

const Target = Row.extend({ name: z.string() });
const Id = z.object({ id: z.int() });
const Cursor = z.object({ cursor: z.int() });

/** Events of a range, the id up to which it was read, and whether that is its end. */
export type EventRange = { readonly events: readonly JournalEvent[]; readonly last: number; readonly isEnd: boolean };

/** The scope of the lease of the one that sends to a target. */
export const notifyLease = ({ service, project }: Scope, name: string): Scope => ({
  service,
  project: `${project}\nnotify\n${name}`,
});

/** The cursors of targets for notifications over the events of the journal. */
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
    /** Begins with a target: a new one at the end of the journal. One that was stopped goes on. */
    beginNotifications: (scope: Scope, name: string): boolean =>
      atOnce(() => {
        begin.run(keyOf(scope), name);
        release.run(keyOf(scope), name);
      }),

    /** How far a target has got; null when it has not begun. */
    notifications: (scope: Scope, name: string): StoredNotifications | null =>
      read(() => [get.get(keyOf(scope), name)]).flatMap((row) => Row.safeParse(row).data ?? [])[0] ?? null,

    /** How far all targets have got in some scopes, by name. */
    allNotifications: (scopes: readonly Scope[]): readonly z.output<typeof Target>[] =>
      read(() => getAll.all(JSON.stringify(scopes.map(keyOf))).map((row) => Target.parse(row))),

    /** Keeps how far a target has got, unless somebody else holds its lease by now. */
    keepNotifications: (scope: Scope, name: string, holder: string, next: StoredNotifications): HolderChange => {
      let done = false;
      const kept = atOnce(() => {
        done = leases.of(notifyLease(scope, name))?.holder === holder;
        const { cursor, message, tries, due, refusals, stopped, failing, delivered } = next;
        if (done) put.run(cursor, message, tries, due, refusals, stopped, failing, delivered, keyOf(scope), name);
      });
      return !kept ? 'not-kept' : done ? 'kept' : 'lost';
    },

    /** Passes over events that a target does not want, unless somebody was quicker. */
    skipEvents: (scope: Scope, name: string, from: number, to: number): void => {
      atOnce(() => skip.run(to, keyOf(scope), name, from));
    },

    /** The events of exactly this scope after an entry and up to another one, oldest first. */
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

/** Adds the cursors of targets to a journal. */
export const notifyJournal = recordsIn('notify', createNotifications);
export type NotifyJournal = Journal & ReturnType<typeof createNotifications>;

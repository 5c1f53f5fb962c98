import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { ObservedChange } from '../changes/change-event.ts';
import { rowChanges } from '../changes/diff-rows.ts';
import type { TrackedFields, TrackedList, TrackedLists } from '../changes/tracked-fields.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';
import { mapChanges } from '../lib/map-changes.ts';

/** One look at a list: what came, and which rows may be missing without being gone. Times in milliseconds since 1970. */
export type Look<Row> = {
  readonly asked: number;
  readonly rows: ReadonlyMap<string, { readonly row: Row }>;
  /** Whether the list was read to its end. */
  readonly whole: boolean;
  /** Rows that came and could not be read. */
  readonly unreadable: ReadonlySet<string>;
  /** Whether it came in pages, between which a row can slip through: it is gone when two looks in a row miss it. */
  readonly paged: boolean;
};

/** What this console remembers of a list's rows in the file, so that what is unchanged costs nothing. */
type Known = {
  readonly version: number;
  /** What is kept of each row; changed in place when a look was written. */
  readonly facts: Map<string, string>;
  /** The rows of the last look. */
  readonly rows: ReadonlyMap<string, unknown>;
  /** What is kept and was not among them; of these those that are gone when the next look misses them too. */
  readonly absent: ReadonlySet<string>;
  readonly missed: ReadonlySet<string>;
};

/** How a change is kept: when it was seen, and after which moment it happened. */
type Keep = (told: ObservedChange, at: number, since: number) => void;

const LookRow = z.object({ asked: z.int(), version: z.int(), began: z.int() });
const RowRow = z.object({ fid: z.string(), facts: z.string() });
const KeptFacts = z.record(z.string(), z.string().nullable());

/** The last looks at lists, kept in the journal's file, and what each new one differs in. */
export function createLooks(database: DatabaseSync, now: () => number, lists: TrackedLists) {
  const known = new Map<string, Known>();
  const getLook = database.prepare('SELECT asked, version, began FROM looks WHERE scope = ? AND list = ?');
  const putLook = database.prepare(
    'INSERT OR REPLACE INTO looks (scope, list, asked, version, began) VALUES (?, ?, ?, ?, ?)',
  );
  const getRows = database.prepare('SELECT fid, facts FROM rows WHERE scope = ? AND list = ?');
  const getRow = database.prepare('SELECT fid, facts FROM rows WHERE scope = ? AND list = ? AND fid = ?');
  const putRow = database.prepare('INSERT OR REPLACE INTO rows (scope, list, fid, facts) VALUES (?, ?, ?, ?)');
  const dropRow = database.prepare('DELETE FROM rows WHERE scope = ? AND list = ? AND fid = ?');

  const knownOf = (scope: string, list: ServiceList, version: number): Known => {
    const remembered = known.get(`${scope}\n${list}`);
    // Another console has changed the rows in the file: what is remembered of them counts no more.
    if (remembered?.version === version) return remembered;
    const rows = getRows.all(scope, list).map((row) => RowRow.parse(row));
    const facts = new Map(rows.map(({ fid, facts }) => [fid, facts]));
    return { version, facts, rows: new Map(), absent: new Set(facts.keys()), missed: remembered?.missed ?? new Set() };
  };

  /** The last known status of a bid: tells whether somebody let its instances go. */
  const bidStatus =
    (scope: string) =>
    (fid: string): string | null => {
      const row = RowRow.safeParse(getRow.get(scope, 'bids', fid));
      return row.success ? (factsIn(row.data.facts)['status'] ?? '') : null;
    };

  return {
    /**
     * Writes a look beside its differences from the last one, inside the caller's transaction. Answers with what is to
     * be done when that was committed. The first look at a list only begins.
     */
    take: <Name extends ServiceList>(
      scope: string,
      list: Name,
      look: Look<ServiceRows[Name]>,
      keep: Keep,
    ): (() => void) => {
      const before = LookRow.safeParse(getLook.get(scope, list)).data ?? null;
      // Another console has looked later. A look in the future is one from before the clock was set back.
      if (before !== null && before.asked >= look.asked && before.asked <= now()) return () => undefined;
      const old = knownOf(scope, list, before?.version ?? 0);
      const { trackedFields, tracksTime }: TrackedList<ServiceRows[Name]> = lists[list];
      if (tracksTime !== true && look.rows === old.rows && old.missed.size === 0) {
        putLook.run(scope, list, look.asked, old.version, before?.began ?? look.asked);
        return () => undefined;
      }
      const edits: (readonly [string, string | undefined])[] = [];
      const absent = new Set<string>();
      const missed = new Set<string>();
      const sees = (fid: string, is: TrackedFields | undefined): void => {
        const text = is === undefined ? undefined : JSON.stringify(is);
        const was = old.facts.get(fid);
        if (was === text) return;
        edits.push([fid, text]);
        if (text === undefined) dropRow.run(scope, list, fid);
        else putRow.run(scope, list, fid, text);
        if (before === null) return;
        for (const told of rowChanges(list, fid, was === undefined ? undefined : factsIn(was), is, bidStatus(scope)))
          keep(told, look.asked, before.asked);
      };
      const { changed, gone } = mapChanges(old.rows, look.rows);
      for (const fid of tracksTime === true ? look.rows.keys() : changed) {
        const listed = look.rows.get(fid);
        if (listed !== undefined) sees(fid, trackedFields(listed.row, now()));
      }
      for (const fid of new Set([...old.absent, ...gone])) {
        if (look.rows.has(fid)) continue;
        const slippedThrough = look.paged && !old.missed.has(fid);
        if (!look.whole || look.unreadable.has(fid)) absent.add(fid);
        else if (slippedThrough) missed.add(fid);
        else sees(fid, undefined);
      }
      const version = (before?.version ?? 0) + (edits.length > 0 ? 1 : 0);
      putLook.run(scope, list, look.asked, version, before?.began ?? look.asked);
      return () => {
        for (const [fid, text] of edits) {
          if (text === undefined) old.facts.delete(fid);
          else old.facts.set(fid, text);
        }
        const { facts } = old;
        known.set(`${scope}\n${list}`, {
          version,
          facts,
          rows: look.rows,
          absent: new Set([...absent, ...missed]),
          missed,
        });
      };
    },

    /** When a list was first looked at; null when nobody has. */
    began: (scope: string, list: ServiceList): number | null =>
      LookRow.safeParse(getLook.get(scope, list)).data?.began ?? null,

    forget: (): void => known.clear(),
  };
}

function factsIn(text: string): TrackedFields {
  return KeptFacts.parse(JSON.parse(text));
}

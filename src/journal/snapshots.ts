import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { ObservedChange } from '../changes/change-event.ts';
import { type Arrival, diffRows, type Unconfirmed } from '../changes/diff-rows.ts';
import type { TrackedFields, TrackedList, TrackedLists } from '../changes/tracked-fields.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';

/** One look at a list: what came, and which rows may be missing without being gone. Times in milliseconds since 1970. */
export type Snapshot<Row> = Arrival & {
  readonly requestedAt: number;
  readonly rows: ReadonlyMap<string, { readonly row: Row }>;
  /** The changes that the console has found since the list before, each list named by its poll; null when it has not compared them. */
  readonly observed: ObservedList | null;
};

/** Changes between two lists of this console. `previousSequence` is null when there was no list before. */
type ObservedList = {
  readonly sequence: number;
  readonly previousSequence: number | null;
  readonly changes: readonly ObservedChange[];
};

/** How far this console has brought the rows in the file. */
type CachedList = {
  readonly version: number;
  /** The list that was recorded last, by its poll; null when nothing was observed. */
  readonly sequence: number | null;
  /** Rows of the file that the last look did not have and that are not known to be gone. */
  readonly absent: Unconfirmed<string>;
};

/** How a change is kept: when it was seen, and after which moment it happened. */
type KeepChange = (change: ObservedChange, at: number, since: number) => void;

const SnapshotRow = z.object({ asked: z.int(), version: z.int(), began: z.int() });
const StoredRow = z.object({ fid: z.string(), facts: z.string() });
const StoredFields = z.record(z.string(), z.string().nullable());

/** The last looks at lists, kept in the journal's file, and what each new one differs in. */
export function createSnapshotStore(database: DatabaseSync, now: () => number, lists: TrackedLists) {
  const known = new Map<string, CachedList>();
  const getSnapshot = database.prepare('SELECT asked, version, began FROM looks WHERE scope = ? AND list = ?');
  const putSnapshot = database.prepare(
    'INSERT OR REPLACE INTO looks (scope, list, asked, version, began) VALUES (?, ?, ?, ?, ?)',
  );
  const getRows = database.prepare('SELECT fid, facts FROM rows WHERE scope = ? AND list = ?');
  const getRow = database.prepare('SELECT fid, facts FROM rows WHERE scope = ? AND list = ? AND fid = ?');
  const putRow = database.prepare('INSERT OR REPLACE INTO rows (scope, list, fid, facts) VALUES (?, ?, ?, ?)');
  const dropRow = database.prepare('DELETE FROM rows WHERE scope = ? AND list = ? AND fid = ?');

  const keptText = (scope: string, list: ServiceList, fid: string): string | undefined =>
    StoredRow.safeParse(getRow.get(scope, list, fid)).data?.facts;

  /** The last known status of a bid: tells whether somebody let its instances go. */
  const bidStatus =
    (scope: string) =>
    (fid: string): string | null => {
      const text = keptText(scope, 'bids', fid);
      return text === undefined ? null : (fieldsIn(text)['status'] ?? '');
    };

  return {
    /**
     * Writes a look beside its differences from the last one, inside the caller's transaction. Answers with what is to
     * be done when that was committed. The first look at a list only begins.
     */
    take: <Name extends ServiceList>(
      scope: string,
      list: Name,
      snapshot: Snapshot<ServiceRows[Name]>,
      keep: KeepChange,
    ): (() => void) => {
      const before = SnapshotRow.safeParse(getSnapshot.get(scope, list)).data ?? null;
      // Another console has looked later. A look in the future is one from before the clock was set back.
      if (before !== null && before.asked >= snapshot.requestedAt && before.asked <= now()) return () => undefined;
      const key = `${scope}\n${list}`;
      const last = known.get(key);
      const previous = snapshot.observed?.previousSequence ?? null;
      const inStep = previous !== null && previous === last?.sequence && before?.version === last.version;
      // In step the file has the rows of the list before, and what changed since is found already. Else it may have others.
      const observed = inStep ? snapshot.observed : null;
      const absent = last?.absent ?? new Map();
      const { trackedFields }: TrackedList<ServiceRows[Name]> = lists[list];
      const textNow = (fid: string): string | undefined => {
        const listed = snapshot.rows.get(fid);
        return listed === undefined ? undefined : JSON.stringify(trackedFields(listed.row, now()));
      };
      const kept = observed !== null ? null : new Map(getRows.all(scope, list).map(keptEntry));
      const textBefore = (fid: string): string | undefined =>
        kept === null ? keptText(scope, list, fid) : kept.get(fid);
      const edits = new Map<string, string | undefined>();
      for (const fid of kept === null ? absent.keys() : new Set([...snapshot.rows.keys(), ...kept.keys()])) {
        const text = textNow(fid);
        if (textBefore(fid) !== text) edits.set(fid, text);
      }
      const { changes, unconfirmed } = diffRows({
        ...{ list, arrival: snapshot, unconfirmed: absent, bidStatus: bidStatus(scope) },
        // The first look has nothing to be compared with.
        fids: before === null ? [] : edits.keys(),
        before: { get: textBefore, fields: fieldsIn },
        after: { get: (fid) => edits.get(fid), fields: fieldsIn },
      });
      for (const fid of unconfirmed.keys()) edits.delete(fid);
      const found = (observed?.changes ?? []).filter(({ fid }) => !absent.has(fid));
      for (const { fid } of found) edits.set(fid, textNow(fid));
      for (const [fid, text] of edits) {
        if (text === undefined) dropRow.run(scope, list, fid);
        else putRow.run(scope, list, fid, text);
      }
      if (before !== null)
        for (const change of [...found, ...changes.map((rowChange) => rowChange.change)])
          keep(change, snapshot.requestedAt, before.asked);
      const version = (before?.version ?? 0) + (edits.size > 0 ? 1 : 0);
      putSnapshot.run(scope, list, snapshot.requestedAt, version, before?.began ?? snapshot.requestedAt);
      return () => void known.set(key, { version, sequence: snapshot.observed?.sequence ?? null, absent: unconfirmed });
    },

    /** When a list was first looked at; null when nobody has. */
    began: (scope: string, list: ServiceList): number | null =>
      SnapshotRow.safeParse(getSnapshot.get(scope, list)).data?.began ?? null,

    forget: (): void => known.clear(),
  };
}

const fieldsIn = (text: string): TrackedFields => StoredFields.parse(JSON.parse(text));

function keptEntry(row: unknown): readonly [string, string] {
  const { fid, facts: fields } = StoredRow.parse(row);
  return [fid, fields];
}

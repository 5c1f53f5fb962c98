import * as z from 'zod';
import type { ObservedChange } from '../changes/change-event.ts';
import { type Arrival, type BidOf, diffRows, type MissingRows, type RowChange } from '../changes/diff-rows.ts';
import { BEHIND_MS } from '../changes/newer.ts';
import type { TrackedFields } from '../changes/tracked-fields.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { JournalDatabase } from './file.ts';
import { createOthersChanges } from './others-changes.ts';

/**
 * One received list as plain values, and which rows may be missing without being gone. Times in milliseconds since 1970.
 */
export type Snapshot = Arrival & {
  readonly requestedAt: number;
  /** The fids that a part of a list has rows of, or confirms as gone; null for a complete list. */
  readonly covered: readonly string[] | null;
  /** Tracked fields of rows. */
  readonly rows: ReadonlyMap<string, TrackedFields>;
  /** The fids whose rows are among these if they are listed; null for all that the list, or the part of it, has. */
  readonly looked: readonly string[] | null;
  /** When rows were requested that were read again since the list was. */
  readonly readAgain: ReadonlyMap<string, number>;
  /** Changes that the console has found since its previous list, both identified by their polls; null when it has not compared them. */
  readonly observed: ObservedList | null;
};

/** Changes between two lists of this console. `previousSequence` is null when there was no list before. */
type ObservedList = {
  readonly sequence: number;
  readonly previousSequence: number | null;
  readonly changes: readonly Pick<RowChange<unknown>, 'change' | 'seen'>[];
};

/**
 * What became of a snapshot: the rows that are missing in it and not known to be gone, whose fields the next one has to have; `incomplete` when
 * rows are needed that it does not have, and nothing was kept of it.
 */
export type TakenSnapshot = { readonly absent: readonly string[] } | 'incomplete';

/** State of the rows in the file as last written by this console. */
type CachedList = {
  readonly version: number;
  /** Poll of the list that was recorded last; null when nothing was observed. */
  readonly sequence: number | null;
  /** Rows of the file that the last snapshot missed and that are not known to be gone. */
  readonly absent: MissingRows<string>;
};

type Taken = { readonly result: TakenSnapshot; readonly committed: () => void };

/** Saves a change: when it was observed, and the time after which it happened. */
type KeepChange = (change: ObservedChange, at: number, since: number) => void;

const SnapshotRow = z.object({ asked: z.int(), version: z.int(), began: z.int() });
const StoredRow = z.object({ fid: z.string(), fields: z.string(), asked: z.int() });
type StoredRow = z.output<typeof StoredRow>;
const LeftRow = z.object({ status: z.string().nullable() });

/** Fields of a row that a part of a list confirmed as gone: an older list that still has it does not bring it back. */
const GONE = '';
const StoredFields = z.record(z.string(), z.string().nullable());

/** Creates the store of the last snapshots of lists, in the journal's file; `by` is this program among those that write it. */
export function createSnapshotStore(database: JournalDatabase, by: string, now: () => number) {
  const cached = new Map<string, CachedList>();
  database.onOther(() => cached.clear());
  const getSnapshot = database.prepare('SELECT asked, version, began FROM reads WHERE scope = ? AND list = ?');
  const putSnapshot = database.prepare(
    'INSERT OR REPLACE INTO reads (scope, list, asked, version, began) VALUES (?, ?, ?, ?, ?)',
  );
  const getRows = database.prepare('SELECT fid, fields, asked FROM rows WHERE scope = ? AND list = ?');
  const getRow = database.prepare('SELECT fid, fields, asked FROM rows WHERE scope = ? AND list = ? AND fid = ?');
  const putRow = database.prepare(
    'INSERT OR REPLACE INTO rows (scope, list, fid, fields, asked) VALUES (?, ?, ?, ?, ?)',
  );
  const dropRow = database.prepare('DELETE FROM rows WHERE scope = ? AND list = ? AND fid = ?');
  const isLeftBehind = createOthersChanges(database, by);
  const getLeft = database.prepare(
    `SELECT payload->>'$.from' AS status FROM entries WHERE scope = ? AND fid = ? AND at >= ?
     AND json_valid(payload) AND payload->>'$.kind' = 'seen' AND payload->>'$.field' = 'status'`,
  );
  const dropGone = database.prepare(
    `DELETE FROM rows WHERE scope = ? AND list = ? AND fields = '${GONE}' AND asked < ?`,
  );

  const storedRow = (scope: string, list: ServiceList, fid: string): StoredRow | undefined =>
    StoredRow.safeParse(getRow.get(scope, list, fid)).data;

  const statusesLeft = (scope: string, fid: string, time: number): readonly string[] =>
    getLeft.all(scope, fid, time).flatMap((row) => LeftRow.safeParse(row).data?.status ?? []);

  /** What is last known of a bid; its status shows whether its instances ended by request. */
  const bidOf =
    (scope: string): BidOf =>
    (fid) => {
      const text = fieldsOf(storedRow(scope, 'bids', fid));
      if (text === undefined) return null;
      const { status, name } = fieldsIn(text);
      return { status: status ?? '', name: name ?? null, leftSince: (time) => statusesLeft(scope, fid, time) };
    };

  return {
    /**
     * Saves a snapshot with its differences from the last one, inside the caller's transaction.
     * Returns what became of it, with a callback for after the commit. The first snapshot of a list has no changes.
     */
    take: (scope: string, list: ServiceList, snapshot: Snapshot, keep: KeepChange): Taken => {
      const before = SnapshotRow.safeParse(getSnapshot.get(scope, list)).data ?? null;
      // The first snapshot is a complete list.
      if (before === null && snapshot.covered !== null) return NOTHING_TAKEN;
      // A time in the future is from before the clock was set back.
      const isPast = (time: number): boolean => time <= now();
      // Another console has a later complete list. The rows of a part are compared one by one.
      if (before !== null && snapshot.covered === null && before.asked >= snapshot.requestedAt && isPast(before.asked))
        return NOTHING_TAKEN;
      const key = `${scope}\n${list}`;
      const last = cached.get(key);
      const previous = snapshot.observed?.previousSequence ?? null;
      const inStep = previous !== null && previous === last?.sequence && before?.version === last.version;
      // In step, the file has the rows of the previous list, and the changes since are known. Otherwise it may have other rows.
      const observed = inStep ? snapshot.observed : null;
      const absent = last?.absent ?? new Map();
      const isCovered = coverage(snapshot);
      const unsure = [...absent.keys()].filter(isCovered);
      if (snapshot.looked !== null && (!inStep || !unsure.every((fid) => snapshot.looked?.includes(fid))))
        return { result: 'incomplete', committed: () => undefined };
      const rowRequestedAt = (fid: string): number => snapshot.readAgain.get(fid) ?? snapshot.requestedAt;
      const fieldsNow = (fid: string): TrackedFields | undefined => snapshot.rows.get(fid);
      const textNow = (fid: string): string | undefined => {
        const fields = fieldsNow(fid);
        return fields && JSON.stringify(fields);
      };
      const stored =
        observed !== null || snapshot.covered !== null
          ? null
          : new Map(getRows.all(scope, list).map((row) => storedEntry(StoredRow.parse(row))));
      const rowBefore = (fid: string): StoredRow | undefined =>
        stored === null ? storedRow(scope, list, fid) : stored.get(fid);
      const textBefore = (fid: string): string | undefined => fieldsOf(rowBefore(fid));
      const fieldsBefore = (fid: string): TrackedFields | undefined => {
        const text = textBefore(fid);
        return text === undefined ? undefined : fieldsIn(text);
      };
      const edits = new Map<string, string | undefined>();
      let isBehind = false;
      /** Whether the file has a row as another console read it later, which is not taken back. */
      const isOlder = (fid: string): boolean => {
        const times = [rowBefore(fid)?.asked ?? 0, snapshot.covered === null ? 0 : (before?.asked ?? 0)];
        const own = rowRequestedAt(fid);
        // In step, the file has only what this console has read, in the order of its requests.
        const older =
          times.some((asked) => (asked > own || (asked === own && !inStep)) && isPast(asked)) ||
          isLeftBehind(scope, fid, fieldsBefore(fid), fieldsNow(fid), own);
        isBehind ||= older;
        return older;
      };
      for (const fid of observed !== null ? unsure : fidsOf(snapshot, stored)) {
        const text = textNow(fid);
        if (textBefore(fid) !== text && !isOlder(fid)) edits.set(fid, text);
      }
      const { changes, unconfirmed } = diffRows({
        list,
        arrival: snapshot,
        isJudged: false,
        now: { at: snapshot.requestedAt, since: before?.asked ?? null },
        seenBefore: () => null,
        mayEndFrom: (fid) =>
          (absent.get(fid)?.seen?.since ?? Math.max(before?.asked ?? 0, rowBefore(fid)?.asked ?? 0)) - BEHIND_MS,
        unconfirmed: absent,
        bidOf: bidOf(scope),
        // The first snapshot has nothing to compare with.
        fids: before === null ? [] : edits.keys(),
        before: { get: textBefore, fields: fieldsIn },
        after: { get: (fid) => edits.get(fid), fields: fieldsIn },
      });
      for (const fid of unconfirmed.keys()) edits.delete(fid);
      const found = (observed?.changes ?? []).filter(({ change: { fid } }) => !absent.has(fid) && !isOlder(fid));
      for (const { change } of found) edits.set(change.fid, textNow(change.fid));
      for (const [fid, text] of edits) {
        if (text === undefined && snapshot.covered === null) dropRow.run(scope, list, fid);
        else putRow.run(scope, list, fid, text ?? GONE, rowRequestedAt(fid));
      }
      if (snapshot.covered === null) dropGone.run(scope, list, snapshot.requestedAt);
      if (before !== null)
        for (const { change, seen } of [...found, ...changes])
          keep(change, seen?.at ?? snapshot.requestedAt, seen?.since ?? before.asked);
      const version = (before?.version ?? 0) + (edits.size > 0 ? 1 : 0);
      // A part of a list does not make the rest of it younger.
      const asked = snapshot.covered === null ? snapshot.requestedAt : (before?.asked ?? 0);
      putSnapshot.run(scope, list, asked, version, before?.began ?? snapshot.requestedAt);
      const others = [...absent].filter(([fid]) => !isCovered(fid));
      const missing = new Map([...others, ...unconfirmed]);
      return {
        result: { absent: [...missing.keys()] },
        committed: () =>
          void cached.set(key, {
            version,
            // Rows of the file that differ from this console's: only the next complete list shows the changes since.
            sequence: isBehind || (snapshot.covered !== null && !inStep) ? null : (snapshot.observed?.sequence ?? null),
            absent: missing,
          }),
      };
    },

    /** The time of the first snapshot of a list; null without one. */
    began: (scope: string, list: ServiceList): number | null =>
      SnapshotRow.safeParse(getSnapshot.get(scope, list)).data?.began ?? null,

    /** When a list was last requested; null when it never was. */
    askedAt: (scope: string, list: ServiceList): number | null =>
      SnapshotRow.safeParse(getSnapshot.get(scope, list)).data?.asked ?? null,

    forget: (): void => cached.clear(),
  };
}

/** What became of a snapshot that says nothing new. */
const NOTHING_TAKEN: Taken = { result: { absent: [] }, committed: () => undefined };

const fieldsIn = (text: string): TrackedFields => StoredFields.parse(JSON.parse(text));

const fieldsOf = (row: StoredRow | undefined): string | undefined => (row?.fields === GONE ? undefined : row?.fields);

const storedEntry = (row: StoredRow): readonly [string, StoredRow] => [row.fid, row];

function coverage({ covered }: Pick<Snapshot, 'covered'>): (fid: string) => boolean {
  const fids = covered === null ? null : new Set(covered);
  return (fid) => fids?.has(fid) ?? true;
}

/** The fids to compare: those of a part of a list, or all that the snapshot or the file has. */
function fidsOf(
  { covered, rows }: Pick<Snapshot, 'covered' | 'rows'>,
  stored: ReadonlyMap<string, unknown> | null,
): Iterable<string> {
  return covered ?? new Set([...rows.keys(), ...(stored?.keys() ?? [])]);
}

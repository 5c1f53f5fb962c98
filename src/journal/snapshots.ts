import * as z from 'zod';
import type { ObservedChange } from '../changes/change-event.ts';
import {
  type Arrival,
  type BidOf,
  diffRows,
  type MissingRows,
  type RowChange,
  type TrackedFields,
} from '../changes/diff-rows.ts';
import { BEHIND_MS } from '../changes/newer.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { JournalDatabase } from './file.ts';
import { createOthersChanges } from './others-changes.ts';

/** A received list, and rows possibly missing without being gone. Times in milliseconds since 1970. */
export type Snapshot = Arrival & {
  readonly requestedAt: number;
  /** The fids of a part of a list, present or gone; null for a complete list. */
  readonly covered: readonly string[] | null;
  readonly rows: ReadonlyMap<string, TrackedFields>;
  /** The fids looked for; null for all. */
  readonly looked: readonly string[] | null;
  readonly readAgain: ReadonlyMap<string, number>;
  /** Changes since this console's previous list; null if not compared. */
  readonly observed: ObservedList | null;
};

type ObservedList = {
  readonly sequence: number;
  readonly previousSequence: number | null;
  readonly changes: readonly Pick<RowChange<unknown>, 'change' | 'seen'>[];
};

/**
 * `absent`: missing rows, needed in the next snapshot. `incomplete`: needed rows were missing, and nothing was kept.
 */
export type TakenSnapshot = { readonly absent: readonly string[] } | 'incomplete';

type CachedList = {
  readonly version: number;
  /** Poll of the last recorded list; null without one. */
  readonly sequence: number | null;
  readonly absent: MissingRows<string>;
};

type Taken = { readonly result: TakenSnapshot; readonly committed: () => void };

/** The change happened between `since` and `at`. */
type KeepChange = (change: ObservedChange, at: number, since: number) => void;

const SnapshotRow = z.object({ asked: z.int(), version: z.int(), began: z.int() });
const StoredRow = z.object({ fid: z.string(), fields: z.string(), asked: z.int() });
type StoredRow = z.output<typeof StoredRow>;
const LeftRow = z.object({ status: z.string().nullable() });

/** Fields of a gone row: an older list does not bring it back. */
const GONE = '';
const StoredFields = z.record(z.string(), z.string().nullable());

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

  /** A bid's status tells whether its instances ended by request. */
  const bidOf =
    (scope: string): BidOf =>
    (fid) => {
      const text = fieldsOf(storedRow(scope, 'bids', fid));
      if (text === undefined) return null;
      const { status, name } = fieldsIn(text);
      return { status: status ?? '', name: name ?? null, leftSince: (time) => statusesLeft(scope, fid, time) };
    };

  return {
    /** In the caller's transaction. The callback is for after the commit. */
    take: (scope: string, list: ServiceList, snapshot: Snapshot, keep: KeepChange): Taken => {
      const before = SnapshotRow.safeParse(getSnapshot.get(scope, list)).data ?? null;
      if (before === null && snapshot.covered !== null) return NOTHING_TAKEN;
      // A future time is from before the clock was set back.
      const isPast = (time: number): boolean => time <= now();
      // Another console has a later complete list. Parts are compared row by row.
      if (before !== null && snapshot.covered === null && before.asked >= snapshot.requestedAt && isPast(before.asked))
        return NOTHING_TAKEN;
      const key = `${scope}\n${list}`;
      const last = cached.get(key);
      const previous = snapshot.observed?.previousSequence ?? null;
      const inStep = previous !== null && previous === last?.sequence && before?.version === last.version;
      // In step, the file has the previous list's rows, and all changes are known.
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
      /** A later answer of another console stays. */
      const isOlder = (fid: string): boolean => {
        const times = [rowBefore(fid)?.asked ?? 0, snapshot.covered === null ? 0 : (before?.asked ?? 0)];
        const own = rowRequestedAt(fid);
        // In step, the file has only rows read by this console, in order.
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
      // A part does not make the rest younger.
      const asked = snapshot.covered === null ? snapshot.requestedAt : (before?.asked ?? 0);
      putSnapshot.run(scope, list, asked, version, before?.began ?? snapshot.requestedAt);
      const others = [...absent].filter(([fid]) => !isCovered(fid));
      const missing = new Map([...others, ...unconfirmed]);
      return {
        result: { absent: [...missing.keys()] },
        committed: () =>
          void cached.set(key, {
            version,
            // The file has other rows than this console: only the next complete list shows the changes.
            sequence: isBehind || (snapshot.covered !== null && !inStep) ? null : (snapshot.observed?.sequence ?? null),
            absent: missing,
          }),
      };
    },

    began: (scope: string, list: ServiceList): number | null =>
      SnapshotRow.safeParse(getSnapshot.get(scope, list)).data?.began ?? null,

    askedAt: (scope: string, list: ServiceList): number | null =>
      SnapshotRow.safeParse(getSnapshot.get(scope, list)).data?.asked ?? null,

    forget: (): void => cached.clear(),
  };
}

const NOTHING_TAKEN: Taken = { result: { absent: [] }, committed: () => undefined };

const fieldsIn = (text: string): TrackedFields => StoredFields.parse(JSON.parse(text));

const fieldsOf = (row: StoredRow | undefined): string | undefined => (row?.fields === GONE ? undefined : row?.fields);

const storedEntry = (row: StoredRow): readonly [string, StoredRow] => [row.fid, row];

function coverage({ covered }: Pick<Snapshot, 'covered'>): (fid: string) => boolean {
  const fids = covered === null ? null : new Set(covered);
  return (fid) => fids?.has(fid) ?? true;
}

function fidsOf(
  { covered, rows }: Pick<Snapshot, 'covered' | 'rows'>,
  stored: ReadonlyMap<string, unknown> | null,
): Iterable<string> {
  return covered ?? new Set([...rows.keys(), ...(stored?.keys() ?? [])]);
}

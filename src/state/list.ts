import type { Listed, ListWarning, ServiceError, Unreadable, WholeList } from '../api/outcome.ts';

/** How long a change stays highlighted, and a row that is gone stays to be seen going. Milliseconds. */
export const HIGHLIGHT_MS = 1500;
export const LEAVING_MS = 4000;

/**
 * A list as the console holds it. `rows` is what the service last said, whole; `asOf` is when the request that
 * brought it began, so that its age is never told too young. Times in milliseconds since 1970.
 */
export type List<Row> = {
  readonly rows: ReadonlyMap<string, Listed<Row>>;
  readonly asOf: number | null;
  readonly loading: { readonly pages: number; readonly rows: number } | null;
  readonly fault: Fault | null;
  readonly warnings: readonly ListWarning[];
  readonly unreadable: readonly Unreadable[];
  /** How many pages the rows came in. */
  readonly pages: number;
  readonly fresh: ReadonlyMap<string, number>;
  readonly changed: ReadonlyMap<string, { readonly was: Row; readonly at: number }>;
  readonly leaving: ReadonlyMap<string, { readonly listed: Listed<Row>; readonly at: number }>;
  readonly holds: ReadonlyMap<string, Hold<Row>>;
};

/** A list that could not be read: the last good rows stay, and the screen says since when. */
export type Fault = { readonly error: ServiceError; readonly since: number; readonly tryAt: number | null };

/** What a write's answer said of a row. A list asked for before it (a lower turn) can't take that back. */
export type Hold<Row> = { readonly turn: number; readonly listed: Listed<Row> | null };

export function emptyList<Row>(): List<Row> {
  return {
    rows: new Map(),
    asOf: null,
    loading: null,
    fault: null,
    warnings: [],
    unreadable: [],
    pages: 0,
    fresh: new Map(),
    changed: new Map(),
    leaving: new Map(),
    holds: new Map(),
  };
}

/** When a list was asked for: the wall clock's time, and its turn among polls and answered writes. */
export type Asked = { readonly at: number; readonly turn: number };

/** A whole list arrived. A row on its way out that `stays` names, for the cursor is on it, stays until the cursor leaves it. Rows whose text is the same keep their identity, so that nothing is drawn anew for them. */
export function listArrived<Row extends { readonly fid: string }>(
  list: List<Row>,
  whole: WholeList<Row>,
  asked: Asked,
  now: number,
  stays: string | null = null,
): List<Row> {
  const known = list.asOf !== null;
  const rows = new Map<string, Listed<Row>>();
  const fresh = recent(list.fresh, (at) => at, now, HIGHLIGHT_MS);
  const changed = recent(list.changed, ({ at }) => at, now, HIGHLIGHT_MS);
  let same = whole.rows.length === list.rows.size;
  for (const listed of whole.rows) {
    const fid = listed.row.fid;
    const held = heldAfter(list.holds.get(fid), asked.turn);
    if (held !== undefined && held.listed === null) continue;
    const newest = held?.listed ?? listed;
    const before = list.rows.get(fid);
    const kept = before !== undefined && before.raw === newest.raw ? before : newest;
    rows.set(fid, kept);
    if (kept === before) continue;
    same = false;
    if (before === undefined && known) fresh.set(fid, now);
    if (before !== undefined) changed.set(fid, { was: before.row, at: now });
  }
  for (const [fid, hold] of list.holds) {
    const held = heldAfter(hold, asked.turn);
    if (held?.listed != null && !rows.has(fid)) rows.set(fid, held.listed);
  }
  const came = listCameAgain(list, whole, asked, now, stays);
  const leaving = new Map(came.leaving);
  for (const [fid, listed] of list.rows) {
    if (!rows.has(fid)) leaving.set(fid, { listed, at: now });
  }
  for (const fid of rows.keys()) leaving.delete(fid);
  const sameRows =
    same && rows.size === list.rows.size && leaving.size === list.leaving.size && sameOrder(rows, list.rows);
  return { ...came, rows: sameRows ? list.rows : rows, fresh, changed, leaving };
}

/** A whole list arrived whose rows are the very ones that are there: only its age is another. */
export function listCameAgain<Row>(
  list: List<Row>,
  { warnings, unreadable, pages }: Omit<WholeList<Row>, 'rows'>,
  asked: Asked,
  now: number,
  stays: string | null = null,
): List<Row> {
  return {
    rows: list.rows,
    asOf: asked.at,
    loading: null,
    fault: null,
    warnings,
    unreadable,
    pages,
    fresh: recent(list.fresh, (at) => at, now, HIGHLIGHT_MS),
    changed: recent(list.changed, ({ at }) => at, now, HIGHLIGHT_MS),
    leaving: recent(list.leaving, ({ at }) => at, now, LEAVING_MS, stays),
    holds: new Map([...list.holds].filter(([, hold]) => hold.turn > asked.turn)),
  };
}

/** A write's answer said what the row is now; it shows at once and outlives polls that were under way. */
export function rowAnswered<Row extends { readonly fid: string }>(
  list: List<Row>,
  listed: Listed<Row>,
  turn: number,
  now: number,
): List<Row> {
  const fid = listed.row.fid;
  const before = list.rows.get(fid);
  const rows = new Map(list.rows).set(fid, listed);
  return {
    ...list,
    rows,
    leaving: new Map([...list.leaving].filter(([gone]) => gone !== fid)),
    holds: new Map(list.holds).set(fid, { turn, listed }),
    ...(before === undefined
      ? { fresh: new Map(list.fresh).set(fid, now) }
      : { changed: new Map(list.changed).set(fid, { was: before.row, at: now }) }),
  };
}

/** Highlights and leaving rows whose time is over end; the same list when there are none. */
export function listSettled<Row>(list: List<Row>, now: number, kept: string | null): List<Row> {
  const fresh = recent(list.fresh, (at) => at, now, HIGHLIGHT_MS);
  const changed = recent(list.changed, ({ at }) => at, now, HIGHLIGHT_MS);
  const leaving = recent(list.leaving, ({ at }) => at, now, LEAVING_MS, kept);
  if (fresh.size === list.fresh.size && changed.size === list.changed.size && leaving.size === list.leaving.size)
    return list;
  return { ...list, fresh, changed, leaving };
}

function heldAfter<Row>(hold: Hold<Row> | undefined, turn: number): Hold<Row> | undefined {
  return hold !== undefined && hold.turn > turn ? hold : undefined;
}

function recent<Value>(
  map: ReadonlyMap<string, Value>,
  at: (value: Value) => number,
  now: number,
  ms: number,
  kept: string | null = null,
): Map<string, Value> {
  if (map.size === 0) return new Map();
  return new Map([...map].filter(([fid, value]) => fid === kept || now - at(value) < ms));
}

function sameOrder(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  const others = b.keys();
  for (const fid of a.keys()) if (others.next().value !== fid) return false;
  return true;
}

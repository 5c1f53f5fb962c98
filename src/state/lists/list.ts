import type { ListedRow, ListWarning, ServiceError, Unreadable, WholeList } from '../../api/result.ts';
import type { RowsDiff } from '../../changes/diff-rows.ts';
import { deltaBetween, diffMaps, type MapDelta } from '../../lib/diff-maps.ts';

/** How long a change stays highlighted, and a row that is gone stays to be seen going. Milliseconds. */
export const HIGHLIGHT_MS = 1500;
export const LEAVING_MS = 4000;

/**
 * A list as the console holds it. `rows` is what the service last said, whole; `fetchedAt` is when the request that
 * brought it began, so that its age is never told too young. Times in milliseconds since 1970.
 */
export type List<Row> = {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  /** How `rows`, which are never changed, differ from the rows before them; null until they have. */
  readonly delta: MapDelta<ListedRow<Row>> | null;
  readonly observed: Observed<Row>;
  readonly fetchedAt: number | null;
  readonly loading: { readonly pages: number; readonly rows: number } | null;
  readonly failure: ListFailure | null;
  readonly warnings: readonly ListWarning[];
  readonly unreadable: readonly Unreadable[];
  /** How many pages the rows came in. */
  readonly pages: number;
  readonly addedAt: ReadonlyMap<string, number>;
  readonly changed: ReadonlyMap<string, { readonly was: Row; readonly at: number }>;
  readonly removing: ReadonlyMap<string, { readonly listed: ListedRow<Row>; readonly at: number }>;
  readonly overrides: ReadonlyMap<string, WriteOverride<Row>>;
};

/** What the last list that came has changed. The journal, the alerts and the notes on screen read it. */
export type Observed<Row> = RowsDiff<ListedRow<Row>> & {
  /** When the request for the list before began; null when this was the first. Milliseconds since 1970. */
  readonly since: number | null;
  /** The poll that brought the list, by its place among polls and answered writes, and the one before it. */
  readonly sequence: number;
  readonly previousSequence: number | null;
  /** When the list came. Milliseconds since 1970. */
  readonly at: number;
  /** The rows as they were then. A write's answer changes those of the list, not these. */
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
};

/** A list that could not be read: the last good rows stay, and the screen says since when. */
export type ListFailure = { readonly error: ServiceError; readonly since: number; readonly tryAt: number | null };

/** What a write's answer said of a row. A list asked for before it (a lower turn) can't take that back. */
export type WriteOverride<Row> = { readonly sequence: number; readonly listed: ListedRow<Row> | null };

export function emptyList<Row>(): List<Row> {
  return {
    rows: new Map(),
    delta: null,
    observed: {
      changes: [],
      since: null,
      sequence: 0,
      previousSequence: null,
      at: 0,
      rows: new Map(),
      unconfirmed: new Map(),
    },
    fetchedAt: null,
    loading: null,
    failure: null,
    warnings: [],
    unreadable: [],
    pages: 0,
    addedAt: new Map(),
    changed: new Map(),
    removing: new Map(),
    overrides: new Map(),
  };
}

/** When a list was asked for: the wall clock's time, and its turn among polls and answered writes. */
export type PollStart = { readonly at: number; readonly sequence: number };

/** A whole list arrived. A row on its way out that `stays` names, for the cursor is on it, stays until the cursor leaves it. Rows whose text is the same keep their identity, so that nothing is drawn anew for them. */
export function mergeRows<Row extends { readonly fid: string }>(
  list: List<Row>,
  whole: WholeList<Row>,
  start: PollStart,
  now: number,
  stays: string | null = null,
): List<Row> {
  const known = list.fetchedAt !== null;
  const came = refreshUnchanged(list, whole, start, now, stays);
  const read = diffMaps(list.rows, whole.rows);
  const rows = rowsAfter(list, whole.rows, read.changed, start.sequence);
  const delta = deltaBetween(list.rows, rows, read);
  const addedAt = new Map(came.addedAt);
  const changed = new Map(came.changed);
  const removing = new Map(came.removing);
  for (const fid of delta.changed) {
    const before = list.rows.get(fid);
    if (before !== undefined) changed.set(fid, { was: before.row, at: now });
    else if (known) addedAt.set(fid, now);
  }
  for (const fid of delta.gone) {
    const listed = list.rows.get(fid);
    if (listed !== undefined) removing.set(fid, { listed, at: now });
  }
  for (const fid of removing.keys()) if (rows.has(fid)) removing.delete(fid);
  const same = delta.changed.length + delta.gone.length === 0 && delta.inOrder;
  return { ...came, ...(same ? {} : { rows, delta }), addedAt, changed, removing };
}

/** The rows that came, but for what a later answer said of them; those that say the same as before are the very same. */
function rowsAfter<Row>(
  list: List<Row>,
  came: ReadonlyMap<string, ListedRow<Row>>,
  readAnew: readonly string[],
  sequence: number,
): ReadonlyMap<string, ListedRow<Row>> {
  const rows = new Map<string, ListedRow<Row> | null>();
  for (const fid of readAnew) {
    const before = list.rows.get(fid);
    if (before !== undefined && before.raw === came.get(fid)?.raw) rows.set(fid, before);
  }
  for (const [fid, override] of list.overrides) {
    const held = overridesAfter(override, sequence);
    if (held === undefined) continue;
    const before = list.rows.get(fid);
    rows.set(fid, held.listed !== null && before?.raw === held.listed.raw ? before : held.listed);
  }
  if (rows.size === 0) return came;
  const after = new Map(came);
  for (const [fid, listed] of rows) {
    if (listed === null) after.delete(fid);
    else after.set(fid, listed);
  }
  return after;
}

/** A whole list arrived: what of it is another though its rows are the same. */
function refreshUnchanged<Row>(
  list: List<Row>,
  { warnings, unreadable, pages }: Omit<WholeList<Row>, 'rows'>,
  start: PollStart,
  now: number,
  stays: string | null = null,
): List<Row> {
  return {
    rows: list.rows,
    delta: list.delta,
    observed: list.observed,
    fetchedAt: start.at,
    loading: null,
    failure: null,
    warnings,
    unreadable,
    pages,
    addedAt: recent(list.addedAt, (at) => at, now, HIGHLIGHT_MS),
    changed: recent(list.changed, ({ at }) => at, now, HIGHLIGHT_MS),
    removing: recent(list.removing, ({ at }) => at, now, LEAVING_MS, stays),
    overrides: new Map([...list.overrides].filter(([, override]) => override.sequence > start.sequence)),
  };
}

/** A write's answer said what the row is now; it shows at once and outlives polls that were under way. */
export function rowAnswered<Row extends { readonly fid: string }>(
  list: List<Row>,
  listed: ListedRow<Row>,
  sequence: number,
  now: number,
): List<Row> {
  const fid = listed.row.fid;
  const before = list.rows.get(fid);
  const rows = new Map(list.rows).set(fid, listed);
  return {
    ...list,
    rows,
    delta: { before: list.rows, after: rows, changed: [fid], gone: [], inOrder: true },
    removing: new Map([...list.removing].filter(([gone]) => gone !== fid)),
    overrides: new Map(list.overrides).set(fid, { sequence, listed }),
    ...(before === undefined
      ? { addedAt: new Map(list.addedAt).set(fid, now) }
      : { changed: new Map(list.changed).set(fid, { was: before.row, at: now }) }),
  };
}

/** Highlights and leaving rows whose time is over end; the same list when there are none. */
export function expireHighlights<Row>(list: List<Row>, now: number, kept: string | null): List<Row> {
  const addedAt = recent(list.addedAt, (at) => at, now, HIGHLIGHT_MS);
  const changed = recent(list.changed, ({ at }) => at, now, HIGHLIGHT_MS);
  const removing = recent(list.removing, ({ at }) => at, now, LEAVING_MS, kept);
  if (addedAt.size === list.addedAt.size && changed.size === list.changed.size && removing.size === list.removing.size)
    return list;
  return { ...list, addedAt, changed, removing };
}

function overridesAfter<Row>(
  override: WriteOverride<Row> | undefined,
  sequence: number,
): WriteOverride<Row> | undefined {
  return override !== undefined && override.sequence > sequence ? override : undefined;
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

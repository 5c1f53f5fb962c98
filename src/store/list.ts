import {
  isReadInPart,
  type ListedRow,
  type ListWarning,
  type ServiceError,
  type UnreadableRow,
  type WholeList,
} from '../api/result.ts';
import type { RowsDiff } from '../changes/diff-rows.ts';
import { deltaWith, diffMaps, editedMap, type MapDelta } from '../lib/maps.ts';
import {
  isOvertaken,
  type Judging,
  judgeRows,
  type Poll,
  type Remembered,
  rememberAnswered,
  unjudged,
} from './row-memory.ts';

/** How long a change stays highlighted, and a removed row visible, in milliseconds. */
export const HIGHLIGHT_MS = 1500;
export const LEAVING_MS = 4000;

/**
 * `rows` is the last complete list with later arrivals; `fetchedAt` is the start of its request, so its age is never
 * too young. Milliseconds since 1970.
 */
export type List<Row> = Remembered & {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  /** How `rows` differs from the rows before. Neither map is mutated. */
  readonly delta: MapDelta<ListedRow<Row>> | null;
  readonly observed: Observation<Row>;
  readonly fetchedAt: number | null;
  /** Of the complete list: request and arrival among polls and answered writes. */
  readonly sequence: number;
  readonly until: number;
  readonly partialSince: number | null;
  /** The requests behind the rows of an incomplete first list. */
  readonly partial: ReadonlyMap<string, Poll>;
  /** Time between the last two requests for its rows, in milliseconds; 0 before the second. */
  readonly intervalMs: number;
  readonly loading: { readonly pages: number; readonly rows: number } | null;
  readonly failure: ListFailure | null;
  readonly warnings: readonly ListWarning[];
  readonly unreadable: readonly UnreadableRow[];
  readonly pages: number;
  readonly addedAt: ReadonlyMap<string, number>;
  readonly changed: ReadonlyMap<string, { readonly was: Row; readonly at: number }>;
  readonly removing: ReadonlyMap<string, { readonly listed: ListedRow<Row>; readonly at: number }>;
  /** Of rows seen to end, not of those ended before the first list. */
  readonly endedAt: ReadonlyMap<string, number>;
  /** Rows that arrived after the complete list was requested. */
  readonly newer: ReadonlyMap<string, NewerRow<Row>>;
  /** Requests for all rows of a bid since the complete list, by its fid. */
  readonly ofBids: ReadonlyMap<string, Poll>;
};

export type Observation<Row> = RowsDiff<ListedRow<Row>> & {
  readonly since: number | null;
  /** Of the poll: request and arrival among polls and answered writes, and the poll before. */
  readonly sequence: number;
  readonly until: number;
  readonly previousSequence: number | null;
  readonly requestedAt: number;
  /** The fids covered by a part; null for a complete list. */
  readonly covered: ReadonlySet<string> | null;
  readonly at: number;
  /** The rows then. A write's response does not change these. */
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
};

/** `since` the first failure; `tryAt` is the next poll. The last good rows stay. */
export type ListFailure = { readonly error: ServiceError; readonly since: number; readonly tryAt: number | null };

/** Null when the row is gone. Milliseconds since 1970. */
export type NewerRow<Row> = Poll & { readonly listed: ListedRow<Row> | null };

export function emptyList<Row>(): List<Row> {
  return {
    rows: new Map(),
    delta: null,
    observed: {
      changes: [],
      since: null,
      sequence: 0,
      until: 0,
      previousSequence: null,
      requestedAt: 0,
      covered: null,
      at: 0,
      rows: new Map(),
      unconfirmed: new Map(),
    },
    fetchedAt: null,
    sequence: 0,
    until: 0,
    partialSince: null,
    partial: new Map(),
    intervalMs: 0,
    loading: null,
    failure: null,
    warnings: [],
    unreadable: [],
    pages: 0,
    addedAt: new Map(),
    changed: new Map(),
    removing: new Map(),
    endedAt: new Map(),
    newer: new Map(),
    ofBids: new Map(),
    began: null,
    memory: new Map(),
    doubts: new Map(),
    confirmed: new Map(),
  };
}

export const unreadRows = ({ rows, unreadable }: Pick<List<unknown>, 'rows' | 'unreadable'>): number =>
  unreadable.filter((row) => !isReadInPart(row, rows)).length;

/** There may be rows behind the last page read. */
export const hasMore = ({ warnings }: Pick<List<unknown>, 'warnings'>): boolean =>
  warnings.some((warning) => warning === 'cursor-repeated' || warning === 'page-limit');

/** The request behind a row's known state; null when unknown. */
export function requestedAt(list: ReadTimes, fid: string): number | null {
  return (
    list.doubts.get(fid)?.known.at ??
    list.newer.get(fid)?.at ??
    list.fetchedAt ??
    list.partial.get(fid)?.at ??
    list.partialSince
  );
}

/** The row stays until its end is sure. */
export const isMissed = ({ doubts }: Pick<List<unknown>, 'doubts'>, fid: string): boolean =>
  doubts.get(fid)?.says === null;

/** No row was requested before this; null before the first page. */
export function oldestRequest(list: Pick<ReadTimes, 'fetchedAt' | 'partialSince'>): number | null {
  return list.fetchedAt ?? list.partialSince;
}

/** When all rows of a bid were requested; null before the first complete list. */
export function ofBidRequestedAt(
  { ofBids, fetchedAt }: Pick<List<unknown>, 'ofBids' | 'fetchedAt'>,
  bid: string,
): number | null {
  return ofBids.get(bid)?.at ?? fetchedAt;
}

export function oldestOf(list: ReadTimes & Pick<List<unknown>, 'rows'>, fids: readonly string[]): number | null {
  let oldest: number | null = null;
  for (const fid of fids) {
    const at = list.rows.has(fid) ? requestedAt(list, fid) : null;
    if (at !== null && (oldest === null || at < oldest)) oldest = at;
  }
  return oldest;
}

export type ReadTimes = Pick<List<unknown>, 'newer' | 'fetchedAt' | 'partialSince' | 'partial' | 'doubts'>;

/** Unchanged rows keep their identity; a removed row under the cursor (`stays`) remains until the cursor leaves it. */
export function mergeRows<Row extends { readonly fid: string }>(
  list: List<Row>,
  whole: WholeList<Row>,
  poll: Poll,
  now: number,
  stays: string | null = null,
  judging?: Judging<Row>,
): List<Row> {
  const known = list.fetchedAt !== null;
  const diff = diffMaps(list.rows, whole.rows);
  const isOpen = (fid: string): boolean => {
    const newer = list.newer.get(fid);
    return newer === undefined || !isOvertaken(poll, newer);
  };
  const differing = diff.changed.flatMap((fid) => {
    const listed = whole.rows.get(fid);
    return listed === undefined || !isOpen(fid) ? [] : [listed];
  });
  const missing = isReadWhole(whole) ? diff.gone.filter((fid) => isOpen(fid) && !isUnread(whole, fid)) : [];
  const agrees = (fid: string): boolean => isOpen(fid) && list.rows.get(fid)?.raw === whole.rows.get(fid)?.raw;
  const { stay, ...judged } = known
    ? judgeRows(list, differing, missing, { poll, now, judging }, agrees)
    : unjudged(list);
  const refreshed = { ...refreshUnchanged(list, whole, poll, now, stays), ...judged, began: list.began ?? now };
  const instead = rowsInstead(list, whole.rows, diff.changed, poll, stay);
  const rows = editedMap(
    whole.rows,
    Array.from(instead, ([fid, listed]) => [fid, listed ?? undefined] as const),
  );
  const delta = rows === whole.rows ? diff : deltaWith(diff, rows, instead.keys());
  const addedAt = new Map(refreshed.addedAt);
  const changed = new Map(refreshed.changed);
  const removing = new Map(refreshed.removing);
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
  return { ...refreshed, ...(same ? {} : { rows, delta }), addedAt, changed, removing };
}

/** Then a row it lacks is missing. */
export const isReadWhole = ({ warnings, unreadable }: Pick<WholeList<unknown>, 'warnings' | 'unreadable'>): boolean =>
  !hasMore({ warnings }) && unreadable.every(({ fid }) => fid !== null);

const isUnread = ({ unreadable }: Pick<WholeList<unknown>, 'unreadable'>, fid: string): boolean =>
  unreadable.some((one) => one.fid === fid);

/** Rows to keep in place of fetched ones: newer ones, and equal ones for identity. Null for none. */
function rowsInstead<Row>(
  list: List<Row>,
  fetched: ReadonlyMap<string, ListedRow<Row>>,
  reread: readonly string[],
  poll: Poll,
  stay: ReadonlyMap<string, ListedRow<Row> | null>,
): ReadonlyMap<string, ListedRow<Row> | null> {
  const rows = new Map<string, ListedRow<Row> | null>();
  for (const fid of reread) {
    const before = list.rows.get(fid);
    if (before !== undefined && before.raw === fetched.get(fid)?.raw) rows.set(fid, before);
  }
  for (const [fid, newer] of list.newer) {
    if (!isOvertaken(poll, newer)) continue;
    const before = list.rows.get(fid);
    rows.set(fid, newer.listed !== null && before?.raw === newer.listed.raw ? before : newer.listed);
  }
  for (const [fid, listed] of stay) rows.set(fid, listed);
  return rows;
}

function refreshUnchanged<Row>(
  list: List<Row>,
  { warnings, unreadable, pages }: Omit<WholeList<Row>, 'rows'>,
  poll: Poll,
  now: number,
  stays: string | null = null,
): List<Row> {
  return {
    ...list,
    fetchedAt: poll.at,
    sequence: poll.sequence,
    until: poll.until ?? poll.sequence,
    partialSince: null,
    partial: new Map(),
    // While parts are read, they keep the rows on screen fresh.
    intervalMs: list.fetchedAt === null || list.newer.size > 0 ? list.intervalMs : poll.at - list.fetchedAt,
    loading: null,
    failure: null,
    warnings,
    unreadable,
    pages,
    addedAt: recent(list.addedAt, (at) => at, now, HIGHLIGHT_MS),
    changed: recent(list.changed, ({ at }) => at, now, HIGHLIGHT_MS),
    removing: recent(list.removing, ({ at }) => at, now, LEAVING_MS, stays),
    newer: new Map([...list.newer].filter(([, newer]) => isOvertaken(poll, newer))),
    ofBids: new Map([...list.ofBids].filter(([, { sequence }]) => sequence > poll.sequence)),
  };
}

/** At once; the answer outlives polls under way. */
export function rowAnswered<Row extends { readonly fid: string }>(
  list: List<Row>,
  listed: ListedRow<Row>,
  sequence: number,
  now: number,
  judging?: Judging<Row>,
): List<Row> {
  const fid = listed.row.fid;
  const before = list.rows.get(fid);
  const rows = editedMap(list.rows, [[fid, listed]]);
  return {
    ...list,
    rows,
    delta: { before: list.rows, after: rows, changed: [fid], gone: [], inOrder: true },
    removing: new Map([...list.removing].filter(([removed]) => removed !== fid)),
    newer: new Map(list.newer).set(fid, { sequence, at: now, listed }),
    ...rememberAnswered(list, listed, now, judging),
    ...(before === undefined
      ? { addedAt: new Map(list.addedAt).set(fid, now) }
      : { changed: new Map(list.changed).set(fid, { was: before.row, at: now }) }),
  };
}

/** Ends highlights that are over; returns the same list when none is. */
export function expireHighlights<Row>(list: List<Row>, now: number, stays: string | null): List<Row> {
  const addedAt = recent(list.addedAt, (at) => at, now, HIGHLIGHT_MS);
  const changed = recent(list.changed, ({ at }) => at, now, HIGHLIGHT_MS);
  const removing = recent(list.removing, ({ at }) => at, now, LEAVING_MS, stays);
  if (addedAt.size === list.addedAt.size && changed.size === list.changed.size && removing.size === list.removing.size)
    return list;
  return { ...list, addedAt, changed, removing };
}

function recent<Value>(
  map: ReadonlyMap<string, Value>,
  at: (value: Value) => number,
  now: number,
  ms: number,
  stays: string | null = null,
): Map<string, Value> {
  if (map.size === 0) return new Map();
  return new Map([...map].filter(([fid, value]) => fid === stays || now - at(value) < ms));
}

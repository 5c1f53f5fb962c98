import type { ListedRow } from '../../api/result.ts';
import { editedMap } from '../../lib/maps.ts';
import { type List, requestedAt } from '../list.ts';
import { type Judging, judgeRows, type Poll, readUntil, unjudged } from '../row-memory.ts';

/** Rows of a part, and those confirmed as gone. `ofBids`: bids with all their instances there. */
export type PartRows<Row> = {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  readonly gone: readonly string[];
  readonly ofBids?: readonly string[];
};

/** Rows outside the part, or possibly read later, stay. */
export function mergePart<Row extends { readonly fid: string }>(
  list: List<Row>,
  part: PartRows<Row>,
  poll: Poll,
  now: number,
  judging?: Judging<Row>,
): List<Row> {
  const newer = new Map(list.newer);
  const arrived = new Map<string, ListedRow<Row>>();
  const gone: string[] = [];
  const isOlder = (fid: string): boolean => readUntil(list, fid) > poll.sequence;
  const differing = [...part.rows].flatMap(([fid, listed]) =>
    isOlder(fid) || list.rows.get(fid)?.raw === listed.raw ? [] : [listed],
  );
  const missing = part.gone.filter((fid) => !isOlder(fid));
  const agrees = (fid: string): boolean => part.rows.has(fid) && !isOlder(fid);
  const by = { poll, now, judging, missed: MISSED };
  const { stay, ...judged } =
    list.fetchedAt === null ? unjudged(list) : judgeRows(list, differing, missing, by, agrees);
  for (const [fid, listed] of part.rows) {
    if (isOlder(fid) || stay.has(fid)) continue;
    const before = list.rows.get(fid);
    const same = before?.raw === listed.raw ? before : null;
    newer.set(fid, { ...poll, listed: same ?? listed });
    if (same === null) arrived.set(fid, listed);
  }
  for (const fid of part.gone) {
    if (isOlder(fid) || stay.has(fid)) continue;
    newer.set(fid, { ...poll, listed: null });
    if (list.rows.has(fid)) gone.push(fid);
  }
  const ofBids = new Map(list.ofBids);
  for (const bid of part.ofBids ?? []) {
    const before = ofBids.get(bid);
    if (before === undefined || before.sequence < poll.sequence) ofBids.set(bid, poll);
  }
  const intervalMs = intervalOf(list, part.rows.keys(), poll);
  return { ...withRows(list, arrived, gone, now), ...judged, newer, ofBids, intervalMs };
}

/** A part reports a row as gone after two answers. */
const MISSED = 2;

/** Measured from the latest request, since parts overlap. */
function intervalOf(list: List<unknown>, fids: Iterable<string>, poll: Poll): number {
  let latest: number | null = null;
  for (const fid of fids) {
    const at = list.rows.has(fid) ? requestedAt(list, fid) : null;
    if (at !== null && at <= poll.at) latest = Math.max(latest ?? at, at);
  }
  return latest === null ? list.intervalMs : poll.at - latest;
}

/** Adds a page of the first list: nothing is new or gone before it is complete. */
export function mergePage<Row extends { readonly fid: string }>(
  list: List<Row>,
  page: ReadonlyMap<string, ListedRow<Row>>,
  poll: Poll,
  now: number,
): List<Row> {
  const partial = new Map(list.partial);
  const newer = new Map(list.newer);
  const arrived = new Map<string, ListedRow<Row>>();
  for (const [fid, listed] of page) {
    if (readUntil(list, fid) > poll.sequence) continue;
    partial.set(fid, poll);
    // The page is newer than the part with the row.
    newer.delete(fid);
    if (list.rows.get(fid)?.raw !== listed.raw) arrived.set(fid, listed);
  }
  return { ...withRows(list, arrived, [], now), partialSince: list.partialSince ?? poll.at, partial, newer };
}

/** `rows` stays the same object when nothing differs. */
function withRows<Row extends { readonly fid: string }>(
  list: List<Row>,
  arrived: ReadonlyMap<string, ListedRow<Row>>,
  gone: readonly string[],
  now: number,
): List<Row> {
  if (arrived.size + gone.length === 0) return list;
  const isComplete = list.fetchedAt !== null;
  const left = gone.map((fid) => [fid, undefined] as const);
  const rows = editedMap(list.rows, [...arrived, ...left]);
  const addedAt = new Map(list.addedAt);
  const changed = new Map(list.changed);
  const removing = new Map(list.removing);
  for (const fid of arrived.keys()) {
    const before = list.rows.get(fid);
    if (before !== undefined) changed.set(fid, { was: before.row, at: now });
    else if (isComplete) addedAt.set(fid, now);
    removing.delete(fid);
  }
  for (const fid of gone) {
    const listed = list.rows.get(fid);
    if (listed !== undefined) removing.set(fid, { listed, at: now });
  }
  const delta = { before: list.rows, after: rows, changed: [...arrived.keys()], gone, inOrder: true };
  return { ...list, rows, delta, addedAt, changed, removing };
}

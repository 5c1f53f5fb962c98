import type { ListedRow } from '../../api/result.ts';
import {
  type Arrival,
  type BidOf,
  diffRows,
  type RowChange,
  readFields,
  type Side,
  type TrackedList,
} from '../../changes/diff-rows.ts';
import { BEHIND_MS } from '../../changes/newer.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { deltaBetween, diffMaps } from '../../lib/maps.ts';
import { serviceResources } from '../../resources/index.ts';
import type { Rows } from '../../resources/rows.ts';
import { isReadWhole, type List, type Observation, requestedAt } from '../list.ts';
import { leftSince, type Poll } from '../row-memory.ts';
import type { Lists } from '../state.ts';

type ListOf<Name extends ServiceList> = List<Rows[Name]>;
type Changes<Name extends ServiceList> = readonly RowChange<ListedRow<Rows[Name]>>[];

export const WHOLE: Arrival = { whole: true, unreadable: new Set() };

export const arrivalOf = (list: Pick<List<unknown>, 'warnings' | 'unreadable'>): Arrival => ({
  whole: isReadWhole(list),
  unreadable: new Set(list.unreadable.flatMap(({ fid }) => fid ?? [])),
});

/** The changes since the list before, or those of a part's `covered` rows; none for the first list. */
export function observedIn<Name extends ServiceList>(
  name: Name,
  before: ListOf<Name>,
  lists: Lists,
  { at, sequence, until = sequence }: Poll,
  now: number,
  covered: ReadonlySet<string> | null = null,
): Observation<Rows[Name]> {
  const list: ListOf<Name> = lists[name];
  const { rows, confirmed } = list;
  const { fetchedAt: since, observed: last } = before;
  if (since === null && covered !== null) return last;
  const previousSequence = since === null ? null : last.sequence;
  const observed = { requestedAt: at, sequence, until, since, previousSequence, covered, at: now, rows };
  if (since === null) return { ...observed, changes: [], unconfirmed: new Map() };
  const { changed, gone } = deltaBetween(last.rows, rows, list.delta);
  const { tracksTime }: TrackedList<Rows[Name]> = serviceResources[name];
  const mayDiffer = covered === null && tracksTime === true ? rows.keys() : changed;
  const isInside = (fid: string): boolean => covered?.has(fid) ?? true;
  const returned = [...last.unconfirmed.keys()].filter(isInside);
  const outside = [...last.unconfirmed].filter(([fid]) => !isInside(fid));
  const { changes, unconfirmed } = diffRows({
    list: name,
    fids: new Set([...mayDiffer, ...returned, ...gone]),
    before: side(name, (fid) => last.rows.get(fid) ?? last.unconfirmed.get(fid)?.row, last.at),
    after: side(name, (fid) => rows.get(fid), now),
    unconfirmed: last.unconfirmed,
    arrival: covered === null ? arrivalOf(list) : WHOLE,
    isJudged: true,
    now: { at, since },
    seenBefore: (fid) => confirmed.get(fid) ?? null,
    mayEndFrom: (fid) => mayEndFrom(before, fid),
    bidOf: bidIn(lists),
  });
  return { ...observed, changes, unconfirmed: new Map([...outside, ...unconfirmed]) };
}

export function changesBetween<Name extends ServiceList>(name: Name, before: Lists, now: Lists): Changes<Name> {
  const [old, present] = [knownRows<Name>(before[name]), knownRows<Name>(now[name])];
  const { changed, gone } = diffMaps(old, present);
  const { changes } = diffRows({
    list: name,
    fids: [...changed, ...gone],
    before: side(name, (fid) => old.get(fid), before[name].observed.at),
    after: side(name, (fid) => present.get(fid), now[name].observed.at),
    unconfirmed: new Map(),
    arrival: WHOLE,
    isJudged: true,
    now: { at: now[name].observed.at, since: null },
    seenBefore: () => null,
    mayEndFrom: (fid) => mayEndFrom(before[name], fid),
    bidOf: bidIn(now),
  });
  return changes;
}

function knownRows<Name extends ServiceList>({
  rows,
  observed,
}: ListOf<Name>): ReadonlyMap<string, ListedRow<Rows[Name]>> {
  if (observed.unconfirmed.size === 0) return rows;
  return new Map([...[...observed.unconfirmed].map(([fid, { row }]) => [fid, row] as const), ...rows]);
}

function side<Name extends ServiceList>(
  name: Name,
  get: Side<ListedRow<Rows[Name]>>['get'],
  at: number,
): Side<ListedRow<Rows[Name]>> {
  const tracked: TrackedList<Rows[Name]> = serviceResources[name];
  return { get, fields: ({ row }) => readFields(tracked, row, at) };
}

function mayEndFrom(list: List<unknown>, fid: string): number | null {
  const at = requestedAt(list, fid);
  return at === null ? null : Math.max(at - BEHIND_MS, list.memory.get(fid)?.listedAt ?? Number.NEGATIVE_INFINITY);
}

const bidIn =
  ({ bids }: Lists): BidOf =>
  (fid) => {
    const listed = bids.rows.get(fid) ?? bids.observed.unconfirmed.get(fid)?.row;
    if (listed === undefined) return null;
    const { status, name } = listed.row;
    return { status: status ?? '', name, leftSince: (time) => leftSince(bids, fid, time) };
  };

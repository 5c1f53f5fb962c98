import type { PageCursor } from '../../api/list-pages.ts';
import type { BidFid, ReservationFid } from '../../contract/fid.ts';
import {
  type ListQuery,
  type ReferenceQuery,
  type RowQuery,
  referenceQueries,
  rowParameters,
} from '../../resources/service-query.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PartedList, Targets } from '../../store/targets.ts';
import { type CoverLimits, coverOf, type SelectedByValue } from './cover.ts';
import type { Filter } from './filter-support.ts';

/** One project's rows selected by a query (sections 4.2 and 4.5), until the `wanted` ones have come. */
export type Part = {
  readonly project: string;
  readonly query: RowQuery;
  readonly wanted: readonly string[] | null;
  readonly oldestFirst: boolean;
  readonly from: string | null;
  /** Then the wanted rows have most likely left the part; null for no limit. */
  readonly maxPages: number | null;
};

export type Plan = { readonly parts: readonly Part[]; readonly requests: number };

export type PlanLimits = {
  readonly isUsable: (filter: Filter) => boolean;
  readonly pageSize: number;
  readonly toTheEnd: boolean;
  readonly pagesOf: (project: string) => readonly PageCursor[];
  readonly isMoved: (fid: string) => boolean;
};

export function planOf(
  state: ConsoleState,
  name: PartedList,
  project: string,
  targets: Targets,
  limits: PlanLimits,
): Plan {
  const several = state.connected.allProjects;
  const isHere = (row: { readonly project: string | null }): boolean => !several || row.project === project;
  const isUsable: CoverLimits['isUsable'] = (parameters) =>
    parameters.every((parameter) => rowParameters(name).some((known) => known === parameter)) &&
    limits.isUsable(parameters);
  const byReference =
    name === 'instances'
      ? referencesOf(state, targets, isHere, { ...limits, isUsable })
      : { queries: [], left: targets.rows };
  const rows: SelectedByValue[] = [];
  if (byReference.left.size > 0) for (const { row } of state.lists[name].rows.values()) if (isHere(row)) rows.push(row);
  const cover = coverOf(rows, byReference.left, {
    isUsable,
    isReversible: (filter) => limits.isUsable([...filter, ...Object.keys(OLDEST_FIRST)]),
    pageSize: limits.pageSize,
    toTheEnd: limits.toTheEnd,
    pages: limits.pagesOf(project),
    isMoved: limits.isMoved,
  });
  return {
    parts: [
      ...byReference.queries.map(({ query }) => ({
        project,
        query,
        wanted: null,
        oldestFirst: false,
        from: null,
        maxPages: null,
      })),
      ...cover.map(({ query, wanted, oldestFirst, from, requests }) => ({
        project,
        query,
        oldestFirst,
        from,
        // A status changes; other selecting values hardly ever do.
        maxPages: from !== null ? 1 : query.status == null ? null : requests + 1,
        wanted: limits.toTheEnd ? null : wanted,
      })),
    ],
    requests: [...byReference.queries, ...cover].reduce((sum, { requests }) => sum + requests, 0),
  };
}

type ByReference = {
  readonly queries: readonly ReferenceQuery[];
  readonly left: ReadonlySet<string>;
};

function referencesOf(
  { lists }: ConsoleState,
  targets: Targets,
  isHere: (row: { readonly project: string | null }) => boolean,
  { isUsable, pageSize }: PlanLimits,
): ByReference {
  const bids = new Map<BidFid, number>();
  const reservations = new Map<ReservationFid, number>();
  const left = new Set<string>();
  for (const fid of targets.bids) {
    const bid = lists.bids.rows.get(fid)?.row;
    if (bid !== undefined && isHere(bid)) bids.set(bid.fid, 0);
  }
  for (const fid of targets.rows) {
    const row = lists.instances.rows.get(fid)?.row;
    if (row === undefined || !isHere(row)) continue;
    if (row.bid !== null) bids.set(row.bid, 0);
    else if (row.reservation !== null) reservations.set(row.reservation, 0);
    else left.add(fid);
  }
  for (const { row } of lists.instances.rows.values()) {
    if (row.bid !== null && bids.has(row.bid)) bids.set(row.bid, (bids.get(row.bid) ?? 0) + 1);
    else if (row.reservation !== null && reservations.has(row.reservation))
      reservations.set(row.reservation, (reservations.get(row.reservation) ?? 0) + 1);
  }
  const queries = [
    ...(isUsable(['bid_fid_in']) ? referenceQueries(bids, pageSize, (fids) => ({ bid_fid_in: fids })) : []),
    ...(isUsable(['reservation_fid_in'])
      ? referenceQueries(reservations, pageSize, (fids) => ({ reservation_fid_in: fids }))
      : []),
  ];
  if (!isUsable(['bid_fid_in'])) for (const fid of targets.rows) left.add(fid);
  return { queries, left };
}

export const parametersOf = (query: RowQuery): Filter => Object.keys(query);

/** Such values never change: a row gone from the part is gone from the list. */
export const selectsByReference = (query: RowQuery): boolean =>
  parametersOf(query).some((name) => name.endsWith('_fid_in'));

/** The reverse of the usual order (sections 4.2 and 4.5; the values are not shown). */
export const OLDEST_FIRST = { sort_by: 'created_at', sort_dir: 'asc' } as const satisfies ListQuery;

export function isNewestFirst(rows: Iterable<{ readonly row: { readonly created_at: number | null } }>): boolean {
  const created = [...rows].flatMap(({ row }) => row.created_at ?? []);
  const [first, last] = [created[0], created.at(-1)];
  return first !== undefined && last !== undefined && first > last;
}

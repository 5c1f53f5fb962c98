import type { BidFid, ReservationFid } from '../../contract/fid.ts';
import { type RowParameter, type RowQuery, rowParameters, rowSelector } from '../../resources/service-filter.ts';
import type { ConsoleState } from '../state.ts';
import { type CoverRules, coverOf, type SelectedByValue } from './cover.ts';
import type { Filter } from './filter-support.ts';
import type { PartedList, Targets } from './targets.ts';

/**
 * A part of a list: the rows of one project that a query of the interface selects (sections 4.2 and 4.5). With `wanted` rows it is
 * read until they have come.
 */
export type Part = { readonly project: string; readonly query: RowQuery; readonly wanted: readonly string[] | null };

/** Parts that contain some rows, and the requests that they take. */
export type Plan = { readonly parts: readonly Part[]; readonly requests: number };

export type PlanRules = {
  /** Whether the service answers such a query, as far as is known. */
  readonly isUsable: (filter: Filter) => boolean;
  readonly pageSize: number;
};

/** Longest list of identifiers in an address, in characters as sent: an address of more than 4 KB may be refused. */
const MAX_IDENTIFIERS = 3500;
/** Most pages of a part, as far as its rows are known: several small parts are read side by side. */
const MAX_PAGES = 2;

/** Returns the smallest requests that bring the targets of a list in one project. */
export function planOf(
  state: ConsoleState,
  name: PartedList,
  project: string,
  targets: Targets,
  rules: PlanRules,
): Plan {
  const several = state.connected.allProjects;
  const isHere = (row: { readonly project: string | null }): boolean => !several || row.project === project;
  const isUsable: CoverRules['isUsable'] = (parameters) =>
    parameters.every((parameter) => rowParameters(name).some((known) => known === parameter)) &&
    rules.isUsable(parameters);
  const byReference =
    name === 'instances'
      ? referencesOf(state, targets, isHere, { ...rules, isUsable })
      : { queries: [], left: targets.rows };
  const rows: SelectedByValue[] = [];
  if (byReference.left.size > 0) for (const { row } of state.lists[name].rows.values()) if (isHere(row)) rows.push(row);
  const cover = coverOf(rows, byReference.left, { isUsable, pageSize: rules.pageSize });
  const wantedOf = (query: RowQuery): readonly string[] => {
    const selects = rowSelector(query);
    return [...byReference.left].filter((fid) => selects(state.lists[name].rows.get(fid)?.row ?? {}));
  };
  return {
    parts: [
      ...byReference.queries.map(({ query }) => ({ project, query, wanted: null })),
      ...cover.queries.map((query) => ({ project, query, wanted: wantedOf(query) })),
    ],
    requests: byReference.queries.reduce((sum, { requests }) => sum + requests, cover.requests),
  };
}

type ByReference = {
  readonly queries: readonly { readonly query: RowQuery; readonly requests: number }[];
  /** Rows that no reference selects. */
  readonly left: ReadonlySet<string>;
};

/** Returns the queries for instances by their bids and reservations. */
function referencesOf(
  { lists }: ConsoleState,
  targets: Targets,
  isHere: (row: { readonly project: string | null }) => boolean,
  { isUsable, pageSize }: PlanRules,
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
    ...(isUsable(['bid_fid_in']) ? chunks(bids, pageSize, (fids) => ({ bid_fid_in: fids })) : []),
    ...(isUsable(['reservation_fid_in'])
      ? chunks(reservations, pageSize, (fids) => ({ reservation_fid_in: fids }))
      : []),
  ];
  if (!isUsable(['bid_fid_in'])) for (const fid of targets.rows) left.add(fid);
  return { queries, left };
}

/** Splits identifiers with their numbers of rows into queries of few pages whose addresses are short enough. */
function chunks<Fid extends string>(
  counts: ReadonlyMap<Fid, number>,
  pageSize: number,
  queryFor: (fids: Fid[]) => RowQuery,
): ByReference['queries'] {
  const made: { readonly fids: Fid[]; length: number; rows: number }[] = [];
  for (const [fid, rows] of counts) {
    // A comma would make two identifiers of one.
    if (fid.includes(',')) continue;
    const length = encodeURIComponent(`${fid},`).length;
    const last = made.at(-1);
    const fits =
      last !== undefined && last.length + length <= MAX_IDENTIFIERS && last.rows + rows <= MAX_PAGES * pageSize;
    if (fits) {
      last.fids.push(fid);
      last.length += length;
      last.rows += rows;
    } else made.push({ fids: [fid], length, rows });
  }
  return made.map(({ fids, rows }) => ({ query: queryFor(fids), requests: Math.max(1, Math.ceil(rows / pageSize)) }));
}

/** Returns the parameters that a query uses. */
export const parametersOf = (query: RowQuery): Filter => Object.keys(query);

/** Whether a query selects by what a row keeps: one that left such a part has left the list. */
export const selectsByReference = (query: RowQuery): boolean =>
  (Object.keys(query) as readonly RowParameter[]).every((name) => name.endsWith('_fid_in'));

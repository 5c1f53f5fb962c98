import type { PageCursor } from '../../api/list-pages.ts';
import { firstWhere } from '../../lib/intervals.ts';
import { isSendable, type RowQuery } from '../../resources/service-query.ts';
import type { Filter } from './filter-support.ts';

type Parameter = 'region' | 'instance_type' | 'status';

/** A row's values usable in queries; `created_at` in milliseconds since 1970. */
export type SelectedByValue = {
  readonly fid: string;
  readonly created_at: number | null;
} & { readonly [Name in Parameter]: string | null };

export type CoverQuery = {
  readonly query: RowQuery;
  readonly wanted: readonly string[];
  readonly oldestFirst: boolean;
  readonly from: string | null;
  readonly requests: number;
};

export type CoverLimits = {
  readonly isUsable: (filter: Filter) => boolean;
  readonly isReversible: (filter: Filter) => boolean;
  readonly pageSize: number;
  /** Whether queries are read to their end, or until their wanted rows have come. */
  readonly toTheEnd: boolean;
  readonly pages: readonly PageCursor[];
  readonly isMoved: (fid: string) => boolean;
};

type WantedRow = { readonly fid: string; readonly place: number; readonly oldestPlace: number };

type EqualRows = {
  readonly row: SelectedByValue;
  readonly places: number[];
  readonly oldestPlaces: number[];
  readonly wanted: WantedRow[];
};

/** Average requests for rows no longer in a query by status. */
const STATUS_COST = 0.25;

type Candidate = {
  readonly wanted: readonly WantedRow[];
  readonly costed: (wanted: readonly WantedRow[]) => CoverQuery;
};

/** The fewest requests for the wanted rows: by values, by single pages, or the list itself. */
export function coverOf(
  rows: readonly SelectedByValue[],
  wanted: ReadonlySet<string>,
  limits: CoverLimits,
): readonly CoverQuery[] {
  const groups = groupsOf(rows, wanted);
  const all = groups.flatMap((group) => group.wanted);
  const pages = pagesFor(groups, limits);
  const list = queriesFor(groups, [[]], limits);
  const covers = [[...queriesFor(groups, PARAMETER_SETS, limits), ...pages], [...list, ...pages], list].map(
    (candidates) => greedyCover(all, candidates),
  );
  return covers.reduce((best, other) => (isCheaper(other, best) ? other : best));
}

function isCheaper(one: readonly CoverQuery[], other: readonly CoverQuery[]): boolean {
  const sum = (cover: readonly CoverQuery[], of: (query: CoverQuery) => number): number =>
    cover.reduce((total, query) => total + of(query), 0);
  const rowsOf = (cover: readonly CoverQuery[]): number => sum(cover, ({ wanted }) => wanted.length);
  const requestsOf = (cover: readonly CoverQuery[]): number => sum(cover, ({ requests }) => requests);
  return rowsOf(one) === rowsOf(other) && requestsOf(one) < requestsOf(other);
}

function greedyCover(rows: readonly WantedRow[], candidates: readonly Candidate[]): readonly CoverQuery[] {
  const open = new Set(rows);
  const queries: CoverQuery[] = [];
  while (open.size > 0) {
    let best: CoverQuery | null = null;
    let most = 0;
    let covers: readonly WantedRow[] = [];
    for (const candidate of candidates) {
      const still = candidate.wanted.filter((row) => open.has(row));
      // Even a single request would bring no more.
      if (still.length <= most) continue;
      const query = candidate.costed(still);
      const gain = still.length / (query.requests + (query.query.status == null ? 0 : STATUS_COST));
      if (gain > most) [best, covers, most] = [query, still, gain];
    }
    if (best === null) break;
    queries.push(best);
    for (const row of covers) open.delete(row);
  }
  return queries;
}

function queriesFor(
  groups: readonly EqualRows[],
  parameterSets: readonly (readonly Parameter[])[],
  { isUsable, isReversible, pageSize, toTheEnd }: CoverLimits,
): readonly Candidate[] {
  const sets = parameterSets.filter(isUsable);
  const reversible = new Set(sets.filter(isReversible));
  const selected = new Map<string, { query: RowQuery; canReverse: boolean; groups: EqualRows[] }>();
  for (const group of groups)
    for (const parameters of sets) {
      const query = queryOf(group.row, parameters);
      if (query === null) continue;
      const key = JSON.stringify(query);
      const same = selected.get(key) ?? { query, canReverse: reversible.has(parameters), groups: [] };
      selected.set(key, same);
      same.groups.push(group);
    }
  const pages = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
  return [...selected.values()].map(({ query, canReverse, groups }) => ({
    wanted: groups.flatMap((group) => group.wanted),
    costed: (wanted) => {
      const fids = wanted.map(({ fid }) => fid);
      const all = groups.reduce((sum, { places }) => sum + places.length, 0);
      if (toTheEnd) return { query, wanted: fids, oldestFirst: false, from: null, requests: pages(all) };
      const last = wanted.reduce((max, { place }) => Math.max(max, place), 0);
      const oldestLast = wanted.reduce((max, { oldestPlace }) => Math.max(max, oldestPlace), 0);
      const newest = pages(groups.reduce((sum, { places }) => sum + countUpTo(places, last), 0));
      const oldest = canReverse
        ? pages(groups.reduce((sum, { oldestPlaces }) => sum + countUpTo(oldestPlaces, oldestLast), 0))
        : Number.POSITIVE_INFINITY;
      const oldestFirst = oldest < newest;
      return { query, wanted: fids, oldestFirst, from: null, requests: Math.min(newest, oldest) };
    },
  }));
}

function pagesFor(groups: readonly EqualRows[], { pages, toTheEnd, isMoved }: CoverLimits): readonly Candidate[] {
  if (toTheEnd || pages.length === 0) return [];
  const starts = pages.map(({ rowsBefore }) => rowsBefore);
  const onPage = new Map<string, WantedRow[]>();
  for (const wanted of groups.flatMap((group) => group.wanted)) {
    const page = pages[countUpTo(starts, wanted.place) - 1];
    if (page === undefined || isMoved(wanted.fid)) continue;
    onPage.set(page.cursor, [...(onPage.get(page.cursor) ?? []), wanted]);
  }
  return [...onPage].map(([from, wanted]) => ({
    wanted,
    costed: (still) => ({
      query: {},
      wanted: still.map(({ fid }) => fid),
      oldestFirst: false,
      from,
      requests: 1,
    }),
  }));
}

const countUpTo = (ascending: readonly number[], last: number): number => firstWhere(ascending, (one) => one > last);

function groupsOf(rows: readonly SelectedByValue[], wanted: ReadonlySet<string>): readonly EqualRows[] {
  const groups = new Map<string, EqualRows>();
  const oldest = oldestPlaces(rows);
  const groupOf = (row: SelectedByValue): EqualRows => {
    const key = `${row.region}\n${row.instance_type}\n${row.status}`;
    const group = groups.get(key) ?? { row, places: [], oldestPlaces: [], wanted: [] };
    groups.set(key, group);
    return group;
  };
  for (const [place, row] of rows.entries()) {
    const group = groupOf(row);
    group.places.push(place);
    const oldestPlace = oldest[place] ?? place;
    group.oldestPlaces.push(oldestPlace);
    if (wanted.has(row.fid)) group.wanted.push({ fid: row.fid, place, oldestPlace });
  }
  for (const { oldestPlaces } of groups.values()) oldestPlaces.sort((a, b) => a - b);
  return [...groups.values()];
}

function oldestPlaces(rows: readonly SelectedByValue[]): readonly number[] {
  const created = rows.map(({ created_at }) => created_at ?? 0);
  const isNewestFirst = created.every((at, place) => place === 0 || at <= (created[place - 1] ?? at));
  if (isNewestFirst) return created.map((_, place) => created.length - 1 - place);
  // Rows of one time may have the other order too.
  const order = [...created.keys()].reverse().sort((a, b) => (created[a] ?? 0) - (created[b] ?? 0));
  const places = new Array<number>(order.length).fill(0);
  for (const [oldestPlace, place] of order.entries()) places[place] = oldestPlace;
  return places;
}

/** The query for a row's values; null when one is missing or can't be sent. */
export function queryOf(row: Pick<SelectedByValue, Parameter>, parameters: readonly Parameter[]): RowQuery | null {
  const values = parameters.flatMap((name): [Parameter, string][] => {
    const value = row[name];
    return value === null || !isSendable(value) ? [] : [[name, value]];
  });
  return values.length < parameters.length ? null : Object.fromEntries(values);
}

export const PARAMETER_SETS: readonly (readonly Parameter[])[] = [
  [],
  ['region'],
  ['instance_type'],
  ['status'],
  ['region', 'instance_type'],
  ['region', 'status'],
  ['instance_type', 'status'],
  ['region', 'instance_type', 'status'],
];

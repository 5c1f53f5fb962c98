import type { PageCursor } from '../../api/list-pages.ts';
import { firstWhere } from '../../lib/first-where.ts';
import { isSendable, type RowQuery } from '../../resources/service-filter.ts';
import type { Filter } from './filter-support.ts';

/** Parameters that select by one value each. */
type Parameter = 'region' | 'instance_type' | 'status';

/** A row by the values that the service can select it by, and when it was created, in milliseconds since 1970. */
export type SelectedByValue = {
  readonly fid: string;
  readonly created_at: number | null;
} & { readonly [Name in Parameter]: string | null };

/** A query, the wanted rows that it is to bring, the order in which they come sooner, and the requests that it takes. */
export type CoverQuery = {
  readonly query: RowQuery;
  readonly wanted: readonly string[];
  readonly oldestFirst: boolean;
  /** Cursor of the one page of the list that has them; null where the query is read from its first page on. */
  readonly from: string | null;
  readonly requests: number;
};

export type CoverLimits = {
  /** Whether the service can be asked for these parameters together. */
  readonly isUsable: (filter: Filter) => boolean;
  /** Whether it can be asked for them with the oldest rows first. */
  readonly isReversible: (filter: Filter) => boolean;
  readonly pageSize: number;
  /** Whether each query is read to its end, or only until its wanted rows have come. */
  readonly toTheEnd: boolean;
  /** The pages of the list but the first, by which single pages can be requested. */
  readonly pages: readonly PageCursor[];
  /** Rows that were not on the page where they were expected. */
  readonly isMoved: (fid: string) => boolean;
};

/** A wanted row, and its places among all rows in the two orders. */
type WantedRow = { readonly fid: string; readonly place: number; readonly oldestPlace: number };

/** Rows with the same values: their places in both orders, ascending, and those that are wanted. */
type EqualRows = {
  readonly row: SelectedByValue;
  readonly places: number[];
  readonly oldestPlaces: number[];
  readonly wanted: WantedRow[];
};

/** Requests that looking for rows takes that have left a query by status, on average: of queries that take as many, those without it are better. */
const STATUS_COST = 0.25;

/** A query, or one page of the list, that can bring wanted rows; it costs what its last wanted row takes. */
type Candidate = {
  readonly wanted: readonly WantedRow[];
  readonly costed: (wanted: readonly WantedRow[]) => CoverQuery;
};

/**
 * Few and small queries that together select the wanted rows of a list, given in the order of the service: queries by region, type and
 * status and pages of the list itself, or its pages alone, or the list up to the last wanted row, where these are fewer requests.
 * Rows that no query selects are left out.
 */
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

/** Whether a cover brings as many rows as another with fewer requests. */
function isCheaper(one: readonly CoverQuery[], other: readonly CoverQuery[]): boolean {
  const sum = (cover: readonly CoverQuery[], of: (query: CoverQuery) => number): number =>
    cover.reduce((total, query) => total + of(query), 0);
  const rowsOf = (cover: readonly CoverQuery[]): number => sum(cover, ({ wanted }) => wanted.length);
  const requestsOf = (cover: readonly CoverQuery[]): number => sum(cover, ({ requests }) => requests);
  return rowsOf(one) === rowsOf(other) && requestsOf(one) < requestsOf(other);
}

/** Takes the candidate again and again that brings the most rows for each request. */
function greedyCover(rows: readonly WantedRow[], candidates: readonly Candidate[]): readonly CoverQuery[] {
  const open = new Set(rows);
  const queries: CoverQuery[] = [];
  while (open.size > 0) {
    let best: CoverQuery | null = null;
    let most = 0;
    let covers: readonly WantedRow[] = [];
    for (const candidate of candidates) {
      const still = candidate.wanted.filter((row) => open.has(row));
      // Not even a single request would bring more rows for each.
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

/** The possible queries by the values of some sets of parameters. */
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

/** The pages of the list that have wanted rows, as far as their cursors are known. */
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

/** How many of some ascending numbers are at most `last`. */
const countUpTo = (ascending: readonly number[], last: number): number => firstWhere(ascending, (one) => one > last);

/** Groups rows by their values: thousands of rows have few different ones. */
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

/** The place of each row in the order of their creation. */
function oldestPlaces(rows: readonly SelectedByValue[]): readonly number[] {
  const created = rows.map(({ created_at }) => created_at ?? 0);
  const isNewestFirst = created.every((at, place) => place === 0 || at <= (created[place - 1] ?? at));
  if (isNewestFirst) return created.map((_, place) => created.length - 1 - place);
  // Rows of one time stand in the other order, too, as in a list that is read from its end.
  const order = [...created.keys()].reverse().sort((a, b) => (created[a] ?? 0) - (created[b] ?? 0));
  const places = new Array<number>(order.length).fill(0);
  for (const [oldestPlace, place] of order.entries()) places[place] = oldestPlace;
  return places;
}

/** The query for the row's own values; null when one of them is missing or can't be sent. */
export function queryOf(row: Pick<SelectedByValue, Parameter>, parameters: readonly Parameter[]): RowQuery | null {
  const values = parameters.flatMap((name): [Parameter, string][] => {
    const value = row[name];
    return value === null || !isSendable(value) ? [] : [[name, value]];
  });
  return values.length < parameters.length ? null : Object.fromEntries(values);
}

/** Every set of parameters, small ones first. Without any, a query is the beginning of the list itself, or its end. */
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

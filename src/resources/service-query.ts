import type * as z from 'zod';
import type { Endpoints } from '../contract/endpoints.ts';
import { ReservationFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Aliases } from './context.ts';
import type { Filter } from './filter/parse.ts';
import { serviceResources } from './index.ts';
import { bidStatusAsSent } from './parts/status.ts';

type QueryOf<Name extends keyof Endpoints> = z.output<Endpoints[Name]['query']>;

/** Query parameters of lists (sections 4.2, 4.4 and 4.5). A list takes those of its endpoint. */
export type ListQuery = Partial<
  Omit<QueryOf<'listBids'> & QueryOf<'listInstances'> & QueryOf<'listVolumes'>, 'project' | 'next_cursor'>
>;

export type RowQuery = Omit<ListQuery, 'sort_by' | 'sort_dir' | 'limit'>;
export type RowParameter = keyof RowQuery;

/** The field of a row for each parameter. */
const FIELDS = {
  status: 'status',
  region: 'region',
  instance_type: 'instance_type',
  bid_fid_in: 'bid',
  reservation_fid_in: 'reservation',
} as const satisfies Record<RowParameter, string>;

const isRowParameter = (name: string): name is RowParameter => Object.hasOwn(FIELDS, name);

export function rowParameters(name: ServiceList): readonly RowParameter[] {
  return Object.keys(serviceResources[name].endpoint.query.shape).filter(isRowParameter);
}

export type SelectableRow = { readonly [field: string]: unknown };

/** Whether a query selects a row. A row without a value does not match. */
export function rowSelector(query: RowQuery): (row: SelectableRow) => boolean {
  const tests = Object.entries(query).flatMap(([name, wanted]) => {
    if (wanted == null || !isRowParameter(name)) return [];
    const values = new Set<unknown>(typeof wanted === 'string' ? [wanted] : wanted);
    return [{ field: FIELDS[name], values }];
  });
  return (row) => tests.every(({ field, values }) => values.has(row[field]));
}

export const isSendable = (text: string): boolean => SENDABLE.test(text);

/** The column for a parameter: same texts, in any case, and aliases. */
const COLUMNS = { status: 'status', region: 'region', instance_type: 'type' } as const;
export type TextParameter = keyof typeof COLUMNS;

const isTextParameter = (name: string): name is TextParameter => Object.hasOwn(COLUMNS, name);
export const textParameters = Object.keys(COLUMNS).filter(isTextParameter);

/** The filter for the same rows of any service. */
export function filterFor(parameter: TextParameter, text: string): Filter {
  return { kind: 'field', column: COLUMNS[parameter], is: true, text };
}

/** No sign for a missing value, and no mended text. */
const SENDABLE = /^[A-Za-z0-9][ -~]*$/;

export type AnswerableFilter = {
  readonly query: RowQuery;
  /** Whether the query is the whole filter. */
  readonly isWhole: boolean;
};

/**
 * The query for the exact terms (`region:=eu-n1`) that must all match. An alias may stand for several values, so it is
 * not sent.
 */
export function queryForFilter(name: ServiceList, filter: Filter, aliases: Aliases): AnswerableFilter {
  if (filter.kind === 'all')
    return filter.of.reduce<AnswerableFilter>(
      ({ query, isWhole }, term) => {
        const next = queryForFilter(name, term, aliases);
        return { query: { ...next.query, ...query }, isWhole: isWhole && next.isWhole && !overlap(next.query, query) };
      },
      { query: {}, isWhole: true },
    );
  if (filter.kind !== 'field' || !filter.is) return NOT_ANSWERABLE;
  const { column, text } = filter;
  if (!isSendable(text) || isAlias(text, aliases)) return NOT_ANSWERABLE;
  const parameters = rowParameters(name);
  if (column === 'reservation' && parameters.includes('reservation_fid_in') && isOneIdentifier(text))
    return { query: { reservation_fid_in: [ReservationFid.parse(text)] }, isWhole: true };
  const parameter = textParameters.find((name) => COLUMNS[name] === column);
  if (parameter === undefined || !parameters.includes(parameter)) return NOT_ANSWERABLE;
  return { query: { [parameter]: parameter === 'status' ? bidStatusAsSent(text) : text }, isWhole: true };
}

/** The only texts of a column under a filter: `bid:=a | bid:=b`. Null when no term says so. */
export function exactTexts(filter: Filter, column: string): readonly string[] | null {
  if (filter.kind === 'field') return filter.is && filter.column === column ? [filter.text] : null;
  if (filter.kind === 'all')
    return filter.of.map((term) => exactTexts(term, column)).find((texts) => texts !== null) ?? null;
  if (filter.kind !== 'any') return null;
  const each = filter.of.map((term) => exactTexts(term, column));
  return each.every((texts) => texts !== null) ? each.flat() : null;
}

/** Whether a text is one identifier: with a comma it would be two. */
export const isOneIdentifier = (text: string): boolean => isSendable(text) && !text.includes(',');

const NOT_ANSWERABLE: AnswerableFilter = { query: {}, isWhole: false };

const overlap = (one: RowQuery, other: RowQuery): boolean =>
  Object.keys(one).some((name) => Object.hasOwn(other, name));

const isAlias = (text: string, aliases: Aliases): boolean =>
  [...aliases.values()].some((alias) => alias.toLowerCase() === text.toLowerCase());

/** A field and a direction. The interface shows the values of neither (sections 4.2 and 4.5). */
export type ServiceOrder = { readonly by: string; readonly dir: string | null };

export function orderQuery({ by, dir }: ServiceOrder): ListQuery {
  return dir === null ? { sort_by: by } : { sort_by: by, sort_dir: dir };
}

type OrderKey = string | number | bigint;
type SortableRow = { readonly [field: string]: unknown };

function keyOf(row: SortableRow, { by }: ServiceOrder): OrderKey | null {
  const value = Object.hasOwn(row, by) ? row[by] : null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  const isPrice = typeof value === 'object' && value !== null && 'amount' in value;
  const amount = isPrice ? value.amount : null;
  return typeof amount === 'object' && amount !== null && 'micros' in amount && typeof amount.micros === 'bigint'
    ? amount.micros
    : null;
}

const compared = (a: OrderKey, b: OrderKey): number => (a < b ? -1 : a > b ? 1 : 0);
const comparedAnyCase = (a: OrderKey, b: OrderKey): number =>
  typeof a === 'string' && typeof b === 'string' ? compared(a.toLowerCase(), b.toLowerCase()) : compared(a, b);

const isDescending = ({ dir }: ServiceOrder): boolean => dir?.toLowerCase() === 'desc';

/**
 * As far as rows show it: without a value they may be anywhere, case may or may not count, an unknown direction may be
 * any.
 */
export function isInOrder(rows: readonly SortableRow[], order: ServiceOrder): boolean {
  const keys = rows.map((row) => keyOf(row, order)).filter((key) => key !== null);
  const pairs = keys.slice(1).map((key, at): readonly [OrderKey, OrderKey] => [keys[at] ?? key, key]);
  const ascends = (compare: typeof compared): boolean => pairs.every(([a, b]) => compare(a, b) <= 0);
  const descends = (compare: typeof compared): boolean => pairs.every(([a, b]) => compare(a, b) >= 0);
  const dir = order.dir?.toLowerCase();
  return (
    (dir !== 'desc' && (ascends(compared) || ascends(comparedAnyCase))) ||
    (dir !== 'asc' && (descends(compared) || descends(comparedAnyCase)))
  );
}

/** One of the rows has a value in the field. */
export function canOrder(rows: readonly SortableRow[], order: ServiceOrder): boolean {
  return rows.length === 0 || rows.some((row) => keyOf(row, order) !== null);
}

export function orderFields(rows: readonly SortableRow[]): readonly string[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...fields].filter((by) => rows.some((row) => keyOf(row, { by, dir: null }) !== null));
}

/** Ascending unless it says desc; rows without a value come last. */
export function inOrder<Listed extends { readonly row: SortableRow }>(
  rows: readonly Listed[],
  order: ServiceOrder,
): readonly Listed[] {
  const sign = isDescending(order) ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [keyOf(a.row, order), keyOf(b.row, order)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (comparedAnyCase(one, other) || compared(one, other));
  });
}

/** A query for the rows of some identifiers, and its number of requests. */
export type ReferenceQuery = { readonly query: RowQuery; readonly requests: number };

/** An address of more than 4 KB may be refused. */
const MAX_IDENTIFIERS = 3500;
/** Several small queries are read side by side, and each is shown when it comes. */
const MAX_PAGES = 1;

const lengthOf = (fid: string): number => encodeURIComponent(`${fid},`).length;

export const fitInAddress = (fids: readonly string[]): boolean =>
  fids.reduce((length, fid) => length + lengthOf(fid), 0) <= MAX_IDENTIFIERS;

/** Splits identifiers, with their numbers of rows, into queries of few pages and short addresses. */
export function referenceQueries<Fid extends string>(
  counts: ReadonlyMap<Fid, number>,
  pageSize: number,
  queryFor: (fids: Fid[]) => RowQuery,
): readonly ReferenceQuery[] {
  const made: { readonly fids: Fid[]; length: number; rows: number }[] = [];
  for (const [fid, rows] of counts) {
    // A comma would make two identifiers of one.
    if (fid.includes(',')) continue;
    const length = lengthOf(fid);
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

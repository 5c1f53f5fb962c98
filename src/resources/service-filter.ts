import type * as z from 'zod';
import type { Endpoints } from '../contract/endpoints.ts';
import { ReservationFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Aliases } from './context.ts';
import type { Filter } from './filter/parse.ts';
import { serviceResources } from './index.ts';
import { bidStatusAsSent } from './parts/status.ts';

type QueryOf<Name extends keyof Endpoints> = z.output<Endpoints[Name]['query']>;

/** Query parameters of lists, without project and cursor (sections 4.2, 4.4 and 4.5). A list takes those that its endpoint declares. */
export type ListQuery = Partial<
  Omit<QueryOf<'listBids'> & QueryOf<'listInstances'> & QueryOf<'listVolumes'>, 'project' | 'next_cursor'>
>;

/** Parameters by which the service selects rows. */
export type RowQuery = Omit<ListQuery, 'sort_by' | 'sort_dir' | 'limit'>;
export type RowParameter = keyof RowQuery;

/** The field of a row that each parameter selects by. */
const FIELDS = {
  status: 'status',
  region: 'region',
  instance_type: 'instance_type',
  bid_fid_in: 'bid',
  reservation_fid_in: 'reservation',
} as const satisfies Record<RowParameter, string>;

const isRowParameter = (name: string): name is RowParameter => Object.hasOwn(FIELDS, name);

/** The parameters by which the service can select rows of a list. */
export function rowParameters(name: ServiceList): readonly RowParameter[] {
  return Object.keys(serviceResources[name].endpoint.query.shape).filter(isRowParameter);
}

export type SelectableRow = { readonly [field: string]: unknown };

/** Whether a row is one that a query selects. A row without a value in a field does not match a parameter on it. */
export function rowSelector(query: RowQuery): (row: SelectableRow) => boolean {
  const tests = Object.entries(query).flatMap(([name, wanted]) => {
    if (wanted == null || !isRowParameter(name)) return [];
    const values = new Set<unknown>(typeof wanted === 'string' ? [wanted] : wanted);
    return [{ field: FIELDS[name], values }];
  });
  return (row) => tests.every(({ field, values }) => values.has(row[field]));
}

/** Whether a text can be sent as it was typed or received: no sign for a missing value, and nothing that was made safe to print. */
export const isSendable = (text: string): boolean => SENDABLE.test(text);

/** The column of a filter that stands for a parameter: its texts are the parameter's values, in any case, and their aliases. */
const COLUMNS = { status: 'status', region: 'region', instance_type: 'type' } as const;
export type TextParameter = keyof typeof COLUMNS;

const isTextParameter = (name: string): name is TextParameter => Object.hasOwn(COLUMNS, name);
/** Parameters with one text as their value. */
export const textParameters = Object.keys(COLUMNS).filter(isTextParameter);

/** The filter that a parameter stands for: the same rows, of any service. */
export function filterFor(parameter: TextParameter, text: string): Filter {
  return { kind: 'field', column: COLUMNS[parameter], is: true, text };
}

/** A text that can be sent as it was typed: no sign for a missing value, and nothing that was made safe to print. */
const SENDABLE = /^[A-Za-z0-9][ -~]*$/;

/** The part of a filter that the service can answer. */
export type AnswerableFilter = {
  readonly query: RowQuery;
  /** Whether the query is the whole filter. */
  readonly isWhole: boolean;
};

/**
 * The query for the terms of a filter that the service can answer: exact ones (`region:=eu-n1`) that must all match.
 * `region:eu` is a part of a text, which the service does not search. An alias may stand for several values, so it is not sent.
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

/**
 * The texts of which a column has just one in every row that meets a filter: `bid:=a`, or `bid:=a | bid:=b`. Null when no term
 * of the filter says that.
 */
export function exactTexts(filter: Filter, column: string): readonly string[] | null {
  if (filter.kind === 'field') return filter.is && filter.column === column ? [filter.text] : null;
  if (filter.kind === 'all')
    return filter.of.map((term) => exactTexts(term, column)).find((texts) => texts !== null) ?? null;
  if (filter.kind !== 'any') return null;
  const each = filter.of.map((term) => exactTexts(term, column));
  return each.every((texts) => texts !== null) ? each.flat() : null;
}

/** Whether a text is one identifier where several can be given: with a comma it would be two. */
export const isOneIdentifier = (text: string): boolean => isSendable(text) && !text.includes(',');

const NOT_ANSWERABLE: AnswerableFilter = { query: {}, isWhole: false };

const overlap = (one: RowQuery, other: RowQuery): boolean =>
  Object.keys(one).some((name) => Object.hasOwn(other, name));

const isAlias = (text: string, aliases: Aliases): boolean =>
  [...aliases.values()].some((alias) => alias.toLowerCase() === text.toLowerCase());

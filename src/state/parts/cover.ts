import { isSendable, type RowQuery } from '../../resources/service-filter.ts';
import type { Filter } from './filter-support.ts';

/** Parameters that select by one value each. */
type Parameter = 'region' | 'instance_type' | 'status';

/** A row by the values that the service can select it by. */
export type SelectedByValue = { readonly fid: string } & { readonly [Name in Parameter]: string | null };

/** Queries that select some rows of a list, and the requests that they take. */
export type Cover = { readonly queries: readonly RowQuery[]; readonly requests: number };

/** Rows with the same values: how many there are, and how many of them are wanted. */
type Alike = { readonly row: SelectedByValue; rows: number; wanted: number };

type Candidate = { readonly query: RowQuery; rows: number; readonly groups: Alike[] };

export type CoverRules = {
  /** Whether the service can be asked for these parameters together. */
  readonly isUsable: (filter: Filter) => boolean;
  readonly pageSize: number;
};

/**
 * Returns few and small queries that together select the wanted rows of a list. Of all queries by region, type and status the
 * one is taken again and again that selects the most wanted rows for each page. Rows that no query selects are left out.
 */
export function coverOf(rows: Iterable<SelectedByValue>, wanted: ReadonlySet<string>, rules: CoverRules): Cover {
  const groups = groupsOf(rows, wanted);
  const candidates = candidatesFor(groups, rules);
  const pagesOf = (candidate: Candidate): number => expectedPages(candidate, rules.pageSize);
  const open = new Set(groups.filter((group) => group.wanted > 0));
  const queries: RowQuery[] = [];
  let requests = 0;
  while (open.size > 0) {
    let best: Candidate | null = null;
    let most = 0;
    for (const candidate of candidates) {
      const gain = candidate.groups.reduce((sum, group) => sum + (open.has(group) ? group.wanted : 0), 0);
      if (gain / pagesOf(candidate) > most) [best, most] = [candidate, gain / pagesOf(candidate)];
    }
    if (best === null) break;
    queries.push(best.query);
    requests += pagesOf(best);
    for (const group of best.groups) open.delete(group);
  }
  return { queries, requests };
}

/** Returns the pages that are read until the last of the wanted rows has come, when they lie anywhere among the others. */
function expectedPages({ rows, groups }: Candidate, pageSize: number): number {
  const wanted = groups.reduce((sum, group) => sum + group.wanted, 0);
  return Math.max(1, Math.ceil((rows * wanted) / (wanted + 1) / pageSize));
}

/** Groups rows by their values: thousands of rows have few different ones. */
function groupsOf(rows: Iterable<SelectedByValue>, wanted: ReadonlySet<string>): readonly Alike[] {
  const groups = new Map<string, Alike>();
  for (const row of rows) {
    const key = `${row.region}\n${row.instance_type}\n${row.status}`;
    const alike = groups.get(key) ?? { row, rows: 0, wanted: 0 };
    groups.set(key, alike);
    alike.rows += 1;
    if (wanted.has(row.fid)) alike.wanted += 1;
  }
  return [...groups.values()];
}

/** Returns the possible queries, each with the number of rows that it selects. */
function candidatesFor(groups: readonly Alike[], { isUsable }: CoverRules): readonly Candidate[] {
  const sets = PARAMETER_SETS.filter(isUsable);
  const candidates = new Map<string, Candidate>();
  for (const group of groups) {
    for (const parameters of sets) {
      const query = queryOf(group.row, parameters);
      if (query === null) continue;
      const key = JSON.stringify(query);
      const candidate = candidates.get(key) ?? { query, rows: 0, groups: [] };
      candidates.set(key, candidate);
      candidate.rows += group.rows;
      if (group.wanted > 0) candidate.groups.push(group);
    }
  }
  return [...candidates.values()].filter((candidate) => candidate.groups.length > 0);
}

/** Returns the query for the row's own values; null when one of them is missing or can't be sent. */
export function queryOf(row: SelectedByValue, parameters: readonly Parameter[]): RowQuery | null {
  const values = parameters.flatMap((name): [Parameter, string][] => {
    const value = row[name];
    return value === null || !isSendable(value) ? [] : [[name, value]];
  });
  return values.length < parameters.length ? null : Object.fromEntries(values);
}

/** Every set of parameters, small ones first. */
export const PARAMETER_SETS: readonly (readonly Parameter[])[] = [
  ['region'],
  ['instance_type'],
  ['status'],
  ['region', 'instance_type'],
  ['region', 'status'],
  ['instance_type', 'status'],
  ['region', 'instance_type', 'status'],
];

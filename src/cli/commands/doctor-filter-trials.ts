import type { ServiceList } from '../../contract/lists.ts';
import type { Rows } from '../../resources/rows.ts';
import { type RowQuery, rowSelector, type SelectableRow } from '../../resources/service-filter.ts';
import { PARAMETER_SETS, queryOf, type SelectedByValue } from '../../sync/parts/cover.ts';

/** Rows requested for each trial. */
export const TRIAL_ROWS = 10;
/** Identifiers of one trial: the console sends several, with commas in between. */
const TRIAL_FIDS = 2;

type FilterTrials = { readonly [Name in ServiceList]?: (rows: readonly Rows[Name][]) => readonly RowQuery[] };

/** The queries to try on the lists that the console reads in parts, with values of their rows and small queries first. */
export const filterTrials: FilterTrials = {
  bids: (rows) => {
    const largest = Math.max(...PARAMETER_SETS.map(({ length }) => length));
    return PARAMETER_SETS.filter(({ length }) => length === 1 || length === largest).flatMap(
      (parameters) => mostTelling(rows, parameters) ?? [],
    );
  },
  instances: (rows) => {
    const bids = rarest(rows.flatMap(({ bid }) => bid ?? []));
    const reservations = rarest(rows.flatMap(({ reservation }) => reservation ?? []));
    return [
      ...(bids.length > 0 ? [{ bid_fid_in: bids }] : []),
      ...(reservations.length > 0 ? [{ reservation_fid_in: reservations }] : []),
    ];
  },
};

/**
 * The query by these parameters that selects the most rows and not all of the first ones: a service that does not know the
 * parameters returns those.
 */
function mostTelling(
  rows: readonly (SelectedByValue & SelectableRow)[],
  parameters: (typeof PARAMETER_SETS)[number],
): RowQuery | null {
  const queries = new Map(rows.map((row) => queryOf(row, parameters)).map((query) => [JSON.stringify(query), query]));
  let best: { readonly query: RowQuery; readonly worth: number } | null = null;
  for (const query of queries.values()) {
    if (query === null) continue;
    const selects = rowSelector(query);
    const selected = rows.filter(selects).length;
    const worth = rows.slice(0, TRIAL_ROWS).every(selects) ? 0 : selected;
    if (best === null || worth > best.worth) best = { query, worth };
  }
  return best?.query ?? null;
}

/** The identifiers with the fewest rows, so that rows of each of them are among the first. */
function rarest<Fid extends string>(fids: readonly Fid[]): Fid[] {
  const counts = new Map<Fid, number>();
  for (const fid of fids) if (!fid.includes(',')) counts.set(fid, (counts.get(fid) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => a - b)
    .slice(0, TRIAL_FIDS)
    .map(([fid]) => fid);
}

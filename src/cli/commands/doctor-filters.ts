import { errorMessage } from '../../api/error-messages.ts';
import type { Outcome, ServiceError, WholeList } from '../../api/result.ts';
import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { isRefusal } from '../../command/read-selection.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { serviceResources } from '../../resources/index.ts';
import type { ListPart } from '../../resources/project-lists.ts';
import type { Rows } from '../../resources/rows.ts';
import { type ListQuery, type RowQuery, rowSelector, type SelectableRow } from '../../resources/service-filter.ts';
import { isInOrder } from '../../resources/service-order.ts';
import { PARAMETER_SETS, queryOf, type SelectedByValue } from '../../sync/parts/cover.ts';
import { OLDEST_FIRST } from '../../sync/parts/part-order.ts';

/** What a service does with a filter or order. */
type Result = 'works' | 'refused' | 'no rows came' | 'rows are missing' | 'other rows came' | 'another order came';

type PartReader<Row> = (part: ListPart<Row>) => Promise<Outcome<WholeList<Row>, ServiceError>>;

/**
 * Checks whether the service selects and sorts the rows of a list as the console requests them, with values of rows that it
 * listed. A list that the console never reads in parts has no finding.
 */
export async function filterFinding<Name extends ServiceList>(
  name: Name,
  rows: readonly Rows[Name][],
  read: PartReader<Rows[Name]>,
): Promise<Finding | null> {
  const trials = filterTrials[name];
  if (trials === undefined) return null;
  const { list } = serviceResources[name].words;
  const what = `${list} filters`;
  if (rows.length === 0) return ok(what, 'not tried, because the list has no rows to try them with');
  const results = new Map<readonly string[], Result>();
  const couldNot = (error: ServiceError): Finding => {
    const { what: why, hint } = errorMessage(error);
    return warning(what, `could not be tried: ${why}`, hint);
  };
  const first = (query: ListQuery) => read({ query, enough: { maxRows: TRIAL_ROWS } });

  for (const query of trials(rows)) {
    const parameters = Object.keys(query);
    // The console sends no combination with parameters that do not work.
    if ([...results].some(([tried, result]) => result !== 'works' && tried.every((each) => parameters.includes(each))))
      continue;
    const answer = await first(query);
    if (!answer.ok && !isRefusal(answer.error)) return couldNot(answer.error);
    results.set(parameters, answer.ok ? selectionResult(query, answer.value) : 'refused');
  }
  const ordered = await first(OLDEST_FIRST);
  if (!ordered.ok && !isRefusal(ordered.error)) return couldNot(ordered.error);
  const order = ordered.ok ? orderResult(Array.from(ordered.value.rows.values(), ({ row }) => row)) : 'refused';
  return findingOf(list, results, order);
}

/** Compares the first rows of a query with what it selects. */
function selectionResult<Row extends { readonly fid: string }>(query: RowQuery, { rows, cut }: WholeList<Row>): Result {
  const came = Array.from(rows.values(), ({ row }) => row);
  if (came.length === 0) return 'no rows came';
  if (!came.every(rowSelector(query))) return 'other rows came';
  const bids = query.bid_fid_in ?? [];
  const lacks = cut !== true && bids.some((fid) => !came.some(rowSelector({ bid_fid_in: [fid] })));
  return lacks ? 'rows are missing' : 'works';
}

function orderResult(rows: readonly { readonly [field: string]: unknown }[]): Result {
  if (rows.length === 0) return 'no rows came';
  return isInOrder(rows, { by: OLDEST_FIRST.sort_by, dir: OLDEST_FIRST.sort_dir }) ? 'works' : 'another order came';
}

/** Describes the results in one sentence. */
function findingOf(list: string, results: ReadonlyMap<readonly string[], Result>, order: Result): Finding {
  const what = `${list} filters`;
  const wrong = [...results].filter(([, result]) => result !== 'works');
  const { sort_by } = OLDEST_FIRST;
  if (wrong.length === 0 && order === 'works') {
    const names = [...new Set([...results.keys()].flat())];
    const filters = names.length === 0 ? 'no row has a value to try them with' : `by ${names.join(', ')}`;
    return ok(what, `${filters}; the order by ${sort_by} works too`);
  }
  const instead = wrong.length < results.size ? 'larger parts or complete lists' : 'complete lists';
  const filters = wrong.map(([names, result]) => `by ${names.join(' and ')} (${result})`).join(', ');
  return warning(
    what,
    [
      ...(wrong.length === 0
        ? []
        : [
            `${list} can't be filtered ${filters}; the console reads ${instead} instead, which is slower for large fleets`,
          ]),
      ...(order === 'works' ? [] : [`${list} can't be sorted by ${sort_by} (${order}); old rows are refreshed later`]),
    ].join('; '),
  );
}

/** Rows requested for each trial. */
const TRIAL_ROWS = 10;
/** Identifiers of one trial: the console sends several, with commas in between. */
const TRIAL_FIDS = 2;

type FilterTrials = { readonly [Name in ServiceList]?: (rows: readonly Rows[Name][]) => readonly RowQuery[] };

/** The queries to try on the lists that the console reads in parts, with values of their rows and small queries first. */
const filterTrials: FilterTrials = {
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

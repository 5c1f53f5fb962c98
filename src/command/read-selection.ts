import type { ReadLimit } from '../api/list-pages.ts';
import type { Outcome, ServiceError, WholeList } from '../api/result.ts';
import type { ListPart } from '../resources/project-lists.ts';
import { type RowQuery, rowSelector } from '../resources/service-filter.ts';
import { isInOrder, orderQuery, type ServiceOrder } from '../resources/service-order.ts';

/** Rows to request from the service. */
export type Selection<Row> = {
  readonly query: RowQuery;
  /** Whether every row of the query is wanted; otherwise `enough` counts those that are. */
  readonly isWhole: boolean;
  /**
   * Whether these can be the rows of the query, by what other lists say. Otherwise the service may not know the query, so it is asked
   * again without.
   */
  readonly isCredible: (rows: readonly Row[], isCut: boolean) => boolean;
  readonly order: ServiceOrder | null;
  /** The rows to stop at; null to read all. */
  readonly enough: (ReadLimit<Row> & Required<Pick<ReadLimit<Row>, 'counts'>>) | null;
};

/** What a service did instead of selecting or sorting rows: it refused, it returned other rows, or too few. */
export type Deviation = 'refused' | 'ignored' | 'lacking';

export type SelectedList<Row> = {
  readonly answer: Outcome<WholeList<Row>, ServiceError>;
  /** Why the filter was given up; null when it was not. */
  readonly filter: Deviation | null;
  /** Why the order was given up; null when it was not. */
  readonly order: Deviation | null;
};

/** The parts of a selection that one request has. */
type Trial = { readonly filter: boolean; readonly order: boolean };

/**
 * Reads the rows of a selection. A service that refuses its filter or order, or returns other rows than requested, is asked again
 * without. So it is when the rows are not credible: an empty list may mean that the service does not know the filter.
 */
export async function readSelection<Row extends { readonly [field: string]: unknown }>(
  selection: Selection<Row>,
  read: (part: ListPart<Row>) => Promise<Outcome<WholeList<Row>, ServiceError>>,
): Promise<SelectedList<Row>> {
  const wanted: Trial = { filter: Object.keys(selection.query).length > 0, order: selection.order !== null };
  const faults: { filter?: Deviation; order?: Deviation } = {};
  /** Rows that the service selected, when they were not credible. */
  let came = 0;
  const isSelected = rowSelector(selection.query);
  /** Whether a list that was read without the filter has no more rows of the query than the service had selected. */
  const wereAll = (answer: SelectedList<Row>['answer']): boolean =>
    answer.ok && [...answer.value.rows.values()].filter(({ row }) => isSelected(row)).length <= came;
  const selected = (answer: SelectedList<Row>['answer'], trial: Trial): SelectedList<Row> => {
    const wasRight = trial.filter || (faults.filter === 'lacking' && wereAll(answer));
    return {
      answer,
      filter: wanted.filter && !wasRight ? (faults.filter ?? 'refused') : null,
      order: wanted.order && !trial.order ? (faults.order ?? 'refused') : null,
    };
  };
  for (const trial of TRIALS) {
    const isWanted = (wanted.filter || !trial.filter) && (wanted.order || !trial.order);
    if (!isWanted || (trial.filter && faults.filter) || (trial.order && faults.order)) continue;
    const answer = await read(partOf(selection, trial));
    if (!answer.ok) {
      if (!isQueryRefused(answer.error)) return selected(answer, trial);
      // With both parts it is not known which one was refused.
      if (!trial.order) faults.filter = 'refused';
      if (!trial.filter) faults.order = 'refused';
      continue;
    }
    const rows = Array.from(answer.value.rows.values(), ({ row }) => row);
    if (trial.filter && !rows.every(isSelected)) faults.filter = 'ignored';
    else if (trial.filter && !selection.isCredible(rows, answer.value.cut === true)) {
      faults.filter = 'lacking';
      came = rows.length;
    } else if (trial.order && selection.order !== null && !isInOrder(rows, selection.order)) faults.order = 'ignored';
    else return selected(answer, trial);
  }
  return selected(await read(partOf(selection, BARE)), BARE);
}

const TRIALS: readonly Trial[] = [
  { filter: true, order: true },
  { filter: true, order: false },
  { filter: false, order: true },
];
const BARE: Trial = { filter: false, order: false };

/** The part of the list that a trial reads. Without the order all rows are needed, to be sorted here. */
function partOf<Row>({ query, isWhole, order, enough }: Selection<Row>, trial: Trial): ListPart<Row> {
  const sent = { ...(trial.filter ? query : {}), ...(trial.order && order !== null ? orderQuery(order) : {}) };
  if (enough === null || (order !== null && !trial.order)) return { query: sent };
  const isFiltered = trial.filter || Object.keys(query).length === 0;
  return { query: sent, enough: isFiltered && isWhole ? { maxRows: enough.maxRows } : enough };
}

/** Whether the service rejected what was requested, so that it may accept less. */
export const isQueryRefused = ({ kind, reached }: ServiceError): boolean => kind === 'refused' && reached === 'yes';

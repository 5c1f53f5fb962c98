import type { ReadLimit } from '../api/list-pages.ts';
import type { Outcome, ServiceError, WholeList } from '../api/result.ts';
import type { ListPart } from '../resources/project-lists.ts';
import { isInOrder, orderQuery, type RowQuery, rowSelector, type ServiceOrder } from '../resources/service-query.ts';

export type Selection<Row> = {
  readonly query: RowQuery;
  /** Whether every row of the query is wanted; otherwise `enough` counts them. */
  readonly isWhole: boolean;
  /** False if other lists contradict these rows: the service may not know the query, and is asked again without it. */
  readonly isCredible: (rows: readonly Row[], isCut: boolean) => boolean;
  readonly order: ServiceOrder | null;
  /** Null to read all. */
  readonly enough: (ReadLimit<Row> & Required<Pick<ReadLimit<Row>, 'counts'>>) | null;
};

/** The service refused the selection, sent other rows, or too few. */
export type Deviation = 'refused' | 'ignored' | 'lacking';

export type SelectedList<Row> = {
  readonly answer: Outcome<WholeList<Row>, ServiceError>;
  /** Why the filter was given up; null when kept. */
  readonly filter: Deviation | null;
  /** Why the order was given up; null when kept. */
  readonly order: Deviation | null;
};

type Trial = { readonly filter: boolean; readonly order: boolean };

/** A service refusing the filter or order, or sending doubtful rows, is asked again without. */
export async function readSelection<Row extends { readonly [field: string]: unknown }>(
  selection: Selection<Row>,
  read: (part: ListPart<Row>) => Promise<Outcome<WholeList<Row>, ServiceError>>,
): Promise<SelectedList<Row>> {
  const wanted: Trial = { filter: Object.keys(selection.query).length > 0, order: selection.order !== null };
  const faults: { filter?: Deviation; order?: Deviation } = {};
  /** Number of doubtful rows. */
  let came = 0;
  const isSelected = rowSelector(selection.query);
  /** Whether the unfiltered list has no more rows of the query than came before. */
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
      // With both parts either may have been refused.
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

/** Without the order all rows are needed, to be sorted here. */
function partOf<Row>({ query, isWhole, order, enough }: Selection<Row>, trial: Trial): ListPart<Row> {
  const sent = { ...(trial.filter ? query : {}), ...(trial.order && order !== null ? orderQuery(order) : {}) };
  if (enough === null || (order !== null && !trial.order)) return { query: sent };
  const isFiltered = trial.filter || Object.keys(query).length === 0;
  return { query: sent, enough: isFiltered && isWhole ? { maxRows: enough.maxRows } : enough };
}

/** Whether the service rejected the query, and may accept less. */
export const isQueryRefused = ({ kind, reached }: ServiceError): boolean => kind === 'refused' && reached === 'yes';

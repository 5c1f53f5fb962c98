import type { ListedRow, WholeList } from '../../api/result.ts';
import { rowSelector, type SelectableRow } from '../../resources/service-filter.ts';
import type { List } from '../../store/list.ts';
import { readUntil } from '../../store/read-order.ts';
import type { Part } from './plan.ts';

export type PartAnswer<Row> = {
  readonly rows: ReadonlyMap<string, ListedRow<Row>>;
  /** Rows that the query should have brought. */
  readonly missing: readonly string[];
  /** Bids whose instances have all come. */
  readonly ofBids: readonly string[];
  /** Whether rows came that the query does not select. */
  readonly strays: boolean;
};

type InPart = SelectableRow & { readonly fid: string; readonly project: string | null };

/**
 * Compares an answer with the list. Rows that arrived later than `sequence` are not missing; an incomplete answer
 * misses none.
 */
export function readPart<Row extends InPart>(
  list: Pick<List<Row>, 'rows' | 'newer' | 'until' | 'partial'>,
  { query, project, from }: Pick<Part, 'query' | 'project' | 'from'>,
  answer: WholeList<Row>,
  sequence: number,
  isSingleProject: boolean,
): PartAnswer<Row> {
  const selects = rowSelector(query);
  const isComplete =
    answer.cut !== true &&
    from === null &&
    answer.warnings.every((warning) => warning === 'rows-repeated') &&
    answer.unreadable.every(({ fid }) => fid !== null);
  const unreadable = new Set(answer.unreadable.map(({ fid }) => fid));
  const missing: string[] = [];
  if (isComplete)
    for (const [fid, { row }] of list.rows)
      if (
        !answer.rows.has(fid) &&
        !unreadable.has(fid) &&
        (isSingleProject || row.project === project) &&
        readUntil(list, fid) < sequence &&
        selects(row)
      )
        missing.push(fid);
  const { bid_fid_in: bids, ...others } = query;
  const isOfBids = isComplete && unreadable.size === 0 && Object.keys(others).length === 0;
  return {
    rows: answer.rows,
    missing,
    ofBids: isOfBids ? (bids ?? []) : [],
    strays: [...answer.rows.values()].some(({ row }) => !selects(row)),
  };
}

import type { ListedRow } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { deltaBetween } from '../../lib/diff-maps.ts';
import type { SortKey } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { Column } from '../../resources/resource.ts';
import type { View } from '../state.ts';
import { compareKeys } from './group-rows.ts';
import type { List } from './list.ts';
import { trackDependencies } from './watched.ts';

type ListRows<Row> = Pick<List<Row>, 'rows' | 'removing'>;
type Arrived<Row> = ListRows<Row> & Pick<List<Row>, 'delta'>;
type Compare<Row> = (a: ListedRow<Row>, b: ListedRow<Row>) => number;

/** All rows of a list, those about to go among them, sorted; and what it was that they were sorted by. */
export type Order<Row> = {
  readonly rows: readonly ListedRow<Row>[];
  readonly of: ListRows<Row>;
  readonly sort: View['sort'];
  /** The other lists that were looked at, as they were. */
  readonly joined: ReadonlyMap<ServiceList, unknown>;
  /** Whether something was looked at that is no list, and may be another at any time. */
  readonly hasVolatileDeps: boolean;
};

/** Whether an order is still that of a list. */
export function isOrderOf<Row>(
  order: Order<Row>,
  list: ListRows<Row>,
  sort: View['sort'],
  context: Pick<Context, 'rowsOf'>,
): boolean {
  const { of, joined } = order;
  return of.rows === list.rows && of.removing === list.removing && order.sort === sort && holds(joined, context);
}

/**
 * The rows of a list, sorted. From poll to poll hardly a row changes: the others stay where they stand in the last
 * order, and those that changed are put in among them.
 */
export function ordered<Row extends { readonly fid: string }>(
  list: Arrived<Row>,
  last: Order<Row> | null,
  sort: View['sort'],
  columns: readonly Column<Row>[],
  context: Context,
): Order<Row> {
  const by = columns.find(({ id }) => id === sort.column)?.sortBy;
  const joined = new Map<ServiceList, unknown>();
  let hasVolatileDeps = false;
  const watching = trackDependencies(context, ({ list: name }) => {
    if (name === null) hasVolatileDeps = true;
    else joined.set(name, context.rowsOf(name));
  });
  const of = { rows: list.rows, removing: list.removing };
  if (by === undefined) {
    const leaving = [...list.removing.values()].filter(({ listed }) => !list.rows.has(listed.row.fid));
    const rows = [...list.rows.values(), ...leaving.map(({ listed }) => listed)];
    return { rows, of, sort, joined: new Map(), hasVolatileDeps: false };
  }
  const compareBy = (key: (listed: ListedRow<Row>) => SortKey): Compare<Row> => {
    return (a, b) => compareKeys(key(a), key(b), sort.descending) || (a.row.fid < b.row.fid ? -1 : 1);
  };
  if (last !== null && last.sort === sort && !last.hasVolatileDeps && holds(last.joined, context)) {
    const rows = patchOrder(
      last,
      list,
      compareBy(({ row }) => by(row, watching)),
    );
    return { rows, of, sort, joined: new Map([...last.joined, ...joined]), hasVolatileDeps };
  }
  const keys = new Map<ListedRow<Row>, SortKey>();
  for (const listed of inOrderOf(last, list)) keys.set(listed, by(listed.row, watching));
  const rows = [...keys.keys()].sort(compareBy((listed) => keys.get(listed) ?? null));
  return { rows, of, sort, joined, hasVolatileDeps };
}

/** All rows there are: those of the last order as they stood there, for sorting what is sorted already takes a tenth of the time. */
function inOrderOf<Row extends { readonly fid: string }>(
  last: Order<Row> | null,
  list: ListRows<Row>,
): readonly ListedRow<Row>[] {
  const left = new Map(list.rows);
  for (const [fid, { listed }] of list.removing) if (!left.has(fid)) left.set(fid, listed);
  const before = (last?.rows ?? []).flatMap(({ row }): ListedRow<Row>[] => {
    const listed = left.get(row.fid);
    left.delete(row.fid);
    return listed === undefined ? [] : [listed];
  });
  return [...before, ...left.values()];
}

/** The last order with what has changed taken out and put in at its place. */
function patchOrder<Row extends { readonly fid: string }>(
  last: Order<Row>,
  list: Arrived<Row>,
  compare: Compare<Row>,
): readonly ListedRow<Row>[] {
  const { changed, gone } = deltaBetween(last.of.rows, list.rows, list.delta);
  const touched = new Set([...changed, ...gone, ...last.of.removing.keys(), ...list.removing.keys()]);
  if (touched.size === 0) return last.rows;
  const stayed = last.rows.filter(({ row }) => !touched.has(row.fid));
  const came = [...touched].flatMap((fid) => list.rows.get(fid) ?? list.removing.get(fid)?.listed ?? []).sort(compare);
  const rows: ListedRow<Row>[] = [];
  let from = 0;
  for (const listed of came) {
    const at = insertionIndex(listed, stayed, from, compare);
    for (; from < at; from++) add(stayed[from]);
    rows.push(listed);
  }
  for (; from < stayed.length; from++) add(stayed[from]);
  return rows;

  function add(listed: ListedRow<Row> | undefined): void {
    if (listed !== undefined) rows.push(listed);
  }
}

/** Before which of some sorted rows another belongs, from one of them on. */
function insertionIndex<Row>(
  listed: ListedRow<Row>,
  rows: readonly ListedRow<Row>[],
  from: number,
  compare: Compare<Row>,
): number {
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle];
    if (other !== undefined && compare(other, listed) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function holds(joined: ReadonlyMap<ServiceList, unknown>, { rowsOf }: Pick<Context, 'rowsOf'>): boolean {
  return [...joined].every(([name, rows]) => rowsOf(name) === rows);
}

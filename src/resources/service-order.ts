import type { ListQuery } from './service-filter.ts';

/** An order of the service: a field of the rows, and a direction. The interface shows the values of neither (sections 4.2 and 4.5). */
export type ServiceOrder = { readonly by: string; readonly dir: string | null };

/** The parameters that request an order. */
export function orderQuery({ by, dir }: ServiceOrder): ListQuery {
  return dir === null ? { sort_by: by } : { sort_by: by, sort_dir: dir };
}

type OrderKey = string | number | bigint;
type SortableRow = { readonly [field: string]: unknown };

/** The value that a row is sorted by; null when it has none, or none that has an order. */
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
 * Whether rows are in an order, as far as they show it: rows without a value may be anywhere, letters may be sorted with or without
 * their case, and a direction other than asc and desc is not known.
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

/** Whether rows can be put in an order here: one of them has a value in the field. */
export function canOrder(rows: readonly SortableRow[], order: ServiceOrder): boolean {
  return rows.length === 0 || rows.some((row) => keyOf(row, order) !== null);
}

/** The fields that rows can be ordered by. */
export function orderFields(rows: readonly SortableRow[]): readonly string[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...fields].filter((by) => rows.some((row) => keyOf(row, { by, dir: null }) !== null));
}

/** Rows in an order, ascending unless it says desc; those without a value come last. */
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

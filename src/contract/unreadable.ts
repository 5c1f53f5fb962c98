/** No member sent by a service has this key. */
export const UNREADABLE: unique symbol = Symbol('unreadable cells');

const NONE: ReadonlyMap<string, string> = new Map();

/** `created_by is not text`, for members read as null or empty instead. */
export function unreadableCells(row: unknown): ReadonlyMap<string, string> {
  if (typeof row !== 'object' || row === null || !(UNREADABLE in row)) return NONE;
  const cells: unknown = row[UNREADABLE];
  return isCells(cells) ? cells : NONE;
}

export const withUnreadable = <Row extends object>(row: Row, cells: ReadonlyMap<string, string>): Row =>
  Object.defineProperty(row, UNREADABLE, { value: cells, enumerable: true });

const isCells = (value: unknown): value is ReadonlyMap<string, string> => value instanceof Map;

/** Whether one of some members of a row can't be read. */
export function hasUnreadable(row: unknown, fields: readonly string[]): boolean {
  const cells = unreadableCells(row);
  return cells.size > 0 && fields.some((field) => cells.has(field));
}

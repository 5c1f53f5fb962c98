/** The key under which a row has its unreadable cells: no member that a service sends has it. */
export const UNREADABLE: unique symbol = Symbol('unreadable cells');

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The members of a row whose type is not the one of the interface, each with why: `created_by` → `created_by is not text`. They read as null
 * or empty, but their values are not known: code that decides by a member checks it here.
 */
export function unreadableCells(row: unknown): ReadonlyMap<string, string> {
  if (typeof row !== 'object' || row === null || !(UNREADABLE in row)) return NONE;
  const cells: unknown = row[UNREADABLE];
  return isCells(cells) ? cells : NONE;
}

/** Marks a row with its unreadable cells. */
export const withUnreadable = <Row extends object>(row: Row, cells: ReadonlyMap<string, string>): Row =>
  Object.defineProperty(row, UNREADABLE, { value: cells, enumerable: true });

const isCells = (value: unknown): value is ReadonlyMap<string, string> => value instanceof Map;

/** Whether one of some members of a row can't be read. */
export function hasUnreadable(row: unknown, fields: readonly string[]): boolean {
  const cells = unreadableCells(row);
  return cells.size > 0 && fields.some((field) => cells.has(field));
}

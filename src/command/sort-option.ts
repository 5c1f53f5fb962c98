import { nearest } from '../lib/nearest.ts';
import { columnNamed, type NamedColumn, namesOfColumn } from '../resources/parts/column-names.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** The error for a column that is not there: the nearest one, or all that are. */
export function noColumn(columns: readonly NamedColumn[], id: string, list: string): CommandFailure {
  const meant = nearest(id, columns.flatMap(namesOfColumn));
  const hint =
    meant === null ? `There are: ${columns.map((column) => column.id).join(', ')}.` : `Did you mean ${meant}?`;
  return new CommandFailure(EXIT.usage, `There is no column "${id}" of ${list} for this.`, hint);
}

/** Reads a column to sort by; a leading dash reverses the order. @throws {CommandFailure} for one that is unknown or has no order. */
export function sortFrom(
  text: string,
  all: readonly (NamedColumn & { readonly sortBy?: unknown })[],
  list: string,
): { readonly column: string; readonly descending: boolean } {
  const descending = text.startsWith('-');
  const id = descending ? text.slice(1) : text;
  const columns = all.filter(({ sortBy }) => sortBy !== undefined);
  const column = columnNamed(columns, id);
  if (column === undefined) throw noColumn(columns, id, list);
  return { column: column.id, descending };
}

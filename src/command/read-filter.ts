import { nearest } from '../lib/nearest.ts';
import { capitalized } from '../lib/words.ts';
import { type Filter, type FilterColumn, parseFilter } from '../resources/filter/parse.ts';
import { columnNamed, type NamedColumn, namesOfColumn } from '../resources/parts/column-names.ts';
import type { Live } from '../resources/resource.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** Refuses a column without stored values: even a negated filter would match all rows. */
const liveRefusal = (column: string, { refused, instead }: Live): CommandFailure =>
  new CommandFailure(EXIT.usage, `${column} ${refused}.`, instead);

type CommandColumn = FilterColumn & { readonly live?: Live };

/** @throws {CommandFailure} with the place of the error. */
export function readFilter(text: string, columns: readonly CommandColumn[]): Filter {
  const read = parseFilter(
    text,
    columns.filter(({ live }) => live === undefined),
  );
  if (read.ok) return read.value;
  const { at, why } = read.error;
  const [, name = ''] = /^([\w-]+)(?:[:=<>]|!=)/.exec(text.slice(at)) ?? [];
  const column = columnNamed(columns, name);
  if (column?.live !== undefined) throw liveRefusal(column.id, column.live);
  throw new CommandFailure(EXIT.usage, `The filter can't be read: ${why}`, [text, `${' '.repeat(at)}^`]);
}

type SortedColumn = NamedColumn & { readonly live?: Live; readonly sortBy?: unknown };

/** @throws {CommandFailure} for an unknown or unusable column. */
export function requireColumn<Column extends SortedColumn>(
  all: readonly Column[],
  usable: readonly Column[],
  id: string,
  list: string,
): Column {
  const column = columnNamed(usable, id);
  if (column !== undefined) return column;
  const live = columnNamed(all, id)?.live;
  if (live !== undefined) throw liveRefusal(id, live);
  const meant = nearest(id, usable.flatMap(namesOfColumn));
  const hint = meant === null ? `There are: ${usable.map((one) => one.id).join(', ')}.` : `Did you mean ${meant}?`;
  throw new CommandFailure(EXIT.usage, `${capitalized(list)} have no column "${id}".`, hint);
}

export const sortable = <Column extends SortedColumn>(columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ sortBy, live }) => sortBy !== undefined && live === undefined);

/** A leading dash reverses the order. @throws {CommandFailure} for an unknown column. */
export function sortFrom(
  text: string,
  all: readonly SortedColumn[],
  list: string,
): { readonly column: string; readonly descending: boolean } {
  const descending = text.startsWith('-');
  const id = descending ? text.slice(1) : text;
  return { column: requireColumn(all, sortable(all), id, list).id, descending };
}

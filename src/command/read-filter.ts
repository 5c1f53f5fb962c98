import { nearest } from '../lib/nearest.ts';
import { type Filter, type FilterColumn, parseFilter } from '../resources/filter/parse.ts';
import { columnNamed, type NamedColumn, namesOfColumn } from '../resources/parts/column-names.ts';
import type { Live } from '../resources/resource.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** Refuses a column without stored values: even a negated filter would match all rows. */
export const liveRefusal = (column: string, { refused, instead }: Live): CommandFailure =>
  new CommandFailure(EXIT.usage, `${column} ${refused}.`, instead);

type CommandColumn = FilterColumn & { readonly live?: Live };

/** Parses a filter. @throws {CommandFailure} with the place of the error. */
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

export function noColumn(columns: readonly NamedColumn[], id: string, list: string): CommandFailure {
  const meant = nearest(id, columns.flatMap(namesOfColumn));
  const hint =
    meant === null ? `There are: ${columns.map((column) => column.id).join(', ')}.` : `Did you mean ${meant}?`;
  return new CommandFailure(EXIT.usage, `There is no column "${id}" of ${list} for this.`, hint);
}

/** A leading dash reverses the order. @throws {CommandFailure} for an unknown column. */
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

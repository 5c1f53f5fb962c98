import type { Aliases, Context } from '../context.ts';
import type { Column, DetailLine } from '../resource.ts';
import { textCell } from './columns.ts';

/** The name of a row, or its identifier. */
export const labelOf = ({ name, fid }: { readonly name: string | null; readonly fid: string }): string => name || fid;

/** The operator's alias of an identifier, or the identifier. */
export function aliasOr(identifier: string, names: Aliases): string {
  return names.get(identifier) ?? identifier;
}

/** The identifier of an alias; other texts stay. */
export function identifierOf(typed: string, names: Aliases): string {
  if (names.has(typed)) return typed;
  return [...names].find(([, name]) => name.toLowerCase() === typed.toLowerCase())?.[0] ?? typed;
}

/** `8×H100 (it_9XQ)`. */
export function aliasWithId(identifier: string, names: Aliases): string {
  const name = names.get(identifier);
  return name === undefined ? identifier : `${name} (${identifier})`;
}

/** Shows an identifier by its alias; a filter finds either. */
export function identifierColumn<Row>(
  column: Pick<Column<Row>, 'id' | 'header' | 'width' | 'priority' | 'maxWidth' | 'optional' | 'reads'>,
  identifier: (row: Row) => string | null,
): Column<Row> {
  const aliasOf = (row: Row, { aliases }: Context): string | null => {
    const fid = identifier(row);
    return fid === null ? null : aliasOr(fid, aliases);
  };
  return {
    ...column,
    cell: (row, context) => textCell(aliasOf(row, context), context),
    sortBy: (row, context) => aliasOf(row, context)?.toLowerCase() ?? null,
    groupBy: (row, context) => aliasOf(row, context) || context.glyphs.none,
    filterText: (row) => identifier(row) ?? '',
  };
}

/** Shown with its alias, copied without. */
export function detailIdentifier(label: string, identifier: string | null, context: Context): DetailLine {
  if (identifier === null || identifier === '') return { label, text: context.glyphs.none, tone: 'dim', copy: '' };
  return { label, text: aliasWithId(identifier, context.aliases), copy: identifier };
}

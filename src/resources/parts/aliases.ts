import type { Aliases, Context } from '../context.ts';
import type { Column, DetailLine } from '../resource.ts';
import { textCell } from './columns.ts';

/** What an identifier is called here: the operator's own name for it, or itself. */
export function aliasOr(identifier: string, names: Aliases): string {
  return names.get(identifier) ?? identifier;
}

/** The identifier that a name stands for; what is no name is taken as it is. */
export function identifierOf(typed: string, names: Aliases): string {
  if (names.has(typed)) return typed;
  return [...names].find(([, name]) => name.toLowerCase() === typed.toLowerCase())?.[0] ?? typed;
}

/** The name, with the identifier behind it where it is another text: `8×H100 (it_9XQ)`. */
export function aliasWithId(identifier: string, names: Aliases): string {
  const name = names.get(identifier);
  return name === undefined ? identifier : `${name} (${identifier})`;
}

/** A column that shows an identifier by the name it has here; a filter finds either. */
export function identifierColumn<Row>(
  column: Pick<Column<Row>, 'id' | 'header' | 'width' | 'priority' | 'maxWidth' | 'optional'>,
  identifier: (row: Row) => string | null,
): Column<Row> {
  const shown = (row: Row, { aliases }: Context): string | null => {
    const own = identifier(row);
    return own === null ? null : aliasOr(own, aliases);
  };
  return {
    ...column,
    cell: (row, context) => textCell(shown(row, context), context),
    sortBy: (row, context) => shown(row, context)?.toLowerCase() ?? null,
    groupBy: (row, context) => shown(row, context) || context.glyphs.none,
    filterText: (row) => identifier(row) ?? '',
  };
}

/** A line of detail for an identifier: shown with its name, copied as it is. */
export function detailIdentifier(label: string, identifier: string | null, context: Context): DetailLine {
  if (identifier === null || identifier === '') return { label, text: context.glyphs.none, tone: 'dim', copy: '' };
  return { label, text: aliasWithId(identifier, context.aliases), copy: identifier };
}

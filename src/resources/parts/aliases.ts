import type { Column, Context, DetailLine, Names } from '../resource.ts';
import { textCell } from './columns.ts';

/** What an identifier is called here: the operator's own name for it, or itself. */
export function calledHere(identifier: string, names: Names): string {
  return names.get(identifier) ?? identifier;
}

/** The identifier that a name stands for; what is no name is taken as it is. */
export function identifierOf(typed: string, names: Names): string {
  if (names.has(typed)) return typed;
  return [...names].find(([, name]) => name.toLowerCase() === typed.toLowerCase())?.[0] ?? typed;
}

/** The name, with the identifier behind it where it is another text: `8×H100 (it_9XQ)`. */
export function nameAndIdentifier(identifier: string, names: Names): string {
  const name = names.get(identifier);
  return name === undefined ? identifier : `${name} (${identifier})`;
}

/** A column that shows an identifier by the name it has here; a filter finds either. */
export function identifierColumn<Row>(
  column: Pick<Column<Row>, 'id' | 'header' | 'width' | 'drops' | 'grows' | 'optional'>,
  identifier: (row: Row) => string | null,
): Column<Row> {
  const shown = (row: Row, { names }: Context): string | null => {
    const own = identifier(row);
    return own === null ? null : calledHere(own, names);
  };
  return {
    ...column,
    cell: (row, context) => textCell(shown(row, context), context),
    sortBy: (row, context) => shown(row, context)?.toLowerCase() ?? null,
    groupBy: (row, context) => shown(row, context) || context.signs.none,
    behind: (row) => identifier(row) ?? '',
  };
}

/** A line of detail for an identifier: shown with its name, copied as it is. */
export function detailIdentifier(label: string, identifier: string | null, context: Context): DetailLine {
  if (identifier === null || identifier === '') return { label, text: context.signs.none, tone: 'dim', copy: '' };
  return { label, text: nameAndIdentifier(identifier, context.names), copy: identifier };
}

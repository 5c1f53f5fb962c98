import { EXAMPLES, type MeasureKind } from '../filter/quantities.ts';

/** What a column needs to be found by a name that somebody typed. */
export type NamedColumn = { readonly id: string; readonly header: string; readonly aliases?: readonly string[] };

/** A header as it can be typed without blanks: `IN USE BY` is `in-use-by`. */
const typeable = (header: string): string => header.trim().toLowerCase().replaceAll(' ', '-');

/** Every name that filter, sort and columns take for a column: its identifier, others it goes by, and its header on screen. */
export function namesOfColumn({ id, header, aliases = [] }: NamedColumn): readonly string[] {
  return [...new Set([id, ...aliases, typeable(header)])];
}

/** The column with a name; an identifier counts before another column's header. */
export function columnNamed<Column extends NamedColumn>(columns: readonly Column[], name: string): Column | undefined {
  const typed = typeable(name);
  return columns.find(({ id }) => id === typed) ?? columns.find((column) => namesOfColumn(column).includes(typed));
}

/** A line about a column for help and docs: its names, and what a filter can ask of it. */
export type ColumnUse = { readonly names: readonly string[]; readonly use: string };

/** What the columns of a list are called and how they are filtered by, in their order. */
export function columnUses(
  columns: readonly (NamedColumn & { readonly compareAs?: { readonly kind: MeasureKind } })[],
): readonly ColumnUse[] {
  return columns.map((column) => ({
    names: namesOfColumn(column),
    use: column.compareAs === undefined ? 'a word' : `a word, or compared with ${EXAMPLES[column.compareAs.kind]}`,
  }));
}

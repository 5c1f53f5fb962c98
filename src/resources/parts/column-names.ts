import { EXAMPLES, type MeasureKind } from '../quantities.ts';

/** The properties of a column that a typed name is compared with. */
export type NamedColumn = { readonly id: string; readonly header: string; readonly aliases?: readonly string[] };

/** The columns that the command line prints: without pictures, and without those that only the console can fill. */
export const printedColumns = <Column extends { readonly picture?: unknown; readonly live?: unknown }>(
  columns: readonly Column[],
): readonly Column[] => columns.filter(({ picture, live }) => picture === undefined && live === undefined);

/** A header in the form that is typed, without blanks: `IN USE BY` is `in-use-by`. */
const typeable = (header: string): string => header.trim().toLowerCase().replaceAll(' ', '-');

/** The names that filter, sort and columns accept for a column: its identifier, its aliases and its header. */
export function namesOfColumn({ id, header, aliases = [] }: NamedColumn): readonly string[] {
  return [...new Set([id, ...aliases, typeable(header)])];
}

/** The column with a name; an identifier takes precedence over another column's header. */
export function columnNamed<Column extends NamedColumn>(columns: readonly Column[], name: string): Column | undefined {
  const typed = typeable(name);
  return columns.find(({ id }) => id === typed) ?? columns.find((column) => namesOfColumn(column).includes(typed));
}

/** A line about a column in help and docs: its names, and how a filter uses it. */
export type ColumnUse = { readonly names: readonly string[]; readonly use: string };

/** The names of a list's columns and how a filter uses them, in their order. */
export function columnUses(
  columns: readonly (NamedColumn & {
    readonly compareAs?: { readonly kind: MeasureKind };
    readonly picture?: string;
    readonly live?: { readonly when: string };
  })[],
): readonly ColumnUse[] {
  return columns.map((column) => ({
    names: namesOfColumn(column),
    use: useOf(column),
  }));
}

function useOf({ compareAs, picture, live }: Parameters<typeof columnUses>[0][number]): string {
  if (picture !== undefined) return `no filter: a picture of ${picture}`;
  const use = compareAs === undefined ? 'a word' : `a word, or compared with ${EXAMPLES[compareAs.kind]}`;
  return live === undefined ? use : `${use}; ${live.when}`;
}

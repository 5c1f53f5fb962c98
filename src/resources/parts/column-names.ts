import { EXAMPLES, type MeasureKind } from '../quantities.ts';

export type NamedColumn = { readonly id: string; readonly header: string; readonly aliases?: readonly string[] };

/** Without pictures and columns of the console alone. */
export const printedColumns = <Column extends { readonly picture?: unknown; readonly live?: unknown }>(
  columns: readonly Column[],
): readonly Column[] => columns.filter(({ picture, live }) => picture === undefined && live === undefined);

/** `IN USE BY` is `in-use-by`. */
const typeable = (header: string): string => header.trim().toLowerCase().replaceAll(' ', '-');

/** The names of a column in filters, sorts and lists of columns. */
export function namesOfColumn({ id, header, aliases = [] }: NamedColumn): readonly string[] {
  return [...new Set([id, ...aliases, typeable(header)])];
}

/** An identifier takes precedence over another column's header. */
export function columnNamed<Column extends NamedColumn>(columns: readonly Column[], name: string): Column | undefined {
  const typed = typeable(name);
  return columns.find(({ id }) => id === typed) ?? columns.find((column) => namesOfColumn(column).includes(typed));
}

/** A line about a column in help and docs. */
export type ColumnUse = { readonly names: readonly string[]; readonly use: string };

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

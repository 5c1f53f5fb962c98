import type { Context } from './context.ts';

/** The value of a row for a placeholder; null when it has none. `isPlain` ones can't be anything but numbers and addresses. */
type Placeholder<Row> = { (row: Row, context: Context): string | null; readonly isPlain?: true };

/** The values of placeholders in custom commands, by name. */
export type Placeholders<Row> = Readonly<Record<string, Placeholder<Row>>>;

/** Marks a placeholder whose values are numbers or addresses by the way they are made. */
export const plain = <Row>(value: (row: Row, context: Context) => string | null): Placeholder<Row> =>
  Object.assign(value, { isPlain: true } as const);

/** Placeholders that every row has a value for. */
export const rowPlaceholders: Placeholders<{ readonly fid: string; readonly name: string | null }> = {
  fid: ({ fid }) => fid,
  name: ({ name, fid }) => name || fid,
};

/** Placeholders of every row that belongs to a project. */
export const projectPlaceholders: Placeholders<{
  readonly fid: string;
  readonly name: string | null;
  readonly project: string | null;
}> = { ...rowPlaceholders, project: ({ project }) => project };

/** A number as text for placeholders and tracked fields. */
export const numberText = (value: number | null): string | null => (value === null ? null : String(value));

/** Identifiers as one tracked field, sorted. */
export const fidsText = (fids: readonly string[]): string | null =>
  fids.length === 0 ? null : fids.toSorted().join(' ');

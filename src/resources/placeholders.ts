import type { Context } from './context.ts';

/** The values of placeholders in custom commands, by name; null when a row has none. */
export type Placeholders<Row> = Readonly<Record<string, (row: Row, context: Context) => string | null>>;

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

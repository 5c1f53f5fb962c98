import type { Context } from './context.ts';

/** `isPlain` values are only numbers and addresses. */
type Placeholder<Row> = { (row: Row, context: Context): string | null; readonly isPlain?: true };

/** The values of placeholders in custom commands, by name. */
export type Placeholders<Row> = Readonly<Record<string, Placeholder<Row>>>;

/** Marks a placeholder as numbers or addresses. */
export const plain = <Row>(value: (row: Row, context: Context) => string | null): Placeholder<Row> =>
  Object.assign(value, { isPlain: true } as const);

export const rowPlaceholders: Placeholders<{ readonly fid: string; readonly name: string | null }> = {
  fid: ({ fid }) => fid,
  name: ({ name, fid }) => name || fid,
};

export const projectPlaceholders: Placeholders<{
  readonly fid: string;
  readonly name: string | null;
  readonly project: string | null;
}> = { ...rowPlaceholders, project: ({ project }) => project };

export const numberText = (value: number | null): string | null => (value === null ? null : String(value));

/** Identifiers as one tracked field, sorted. */
export const fidsText = (fids: readonly string[]): string | null =>
  fids.length === 0 ? null : fids.toSorted().join(' ');

import type { Placeholders } from './resource.ts';

/** Placeholders that every row has a value for. */
export const rowPlaceholders: Placeholders<{ readonly fid: string; readonly name: string | null }> = {
  fid: ({ fid }) => fid,
  name: ({ name, fid }) => name || fid,
};

/** The same, of a row that belongs to a project. */
export const projectPlaceholders: Placeholders<{
  readonly fid: string;
  readonly name: string | null;
  readonly project: string | null;
}> = { ...rowPlaceholders, project: ({ project }) => project };

/** A number as placeholders and tracked fields have it. */
export const numberText = (value: number | null): string | null => (value === null ? null : String(value));

/** Identifiers as one tracked field, in an order of their own. */
export const fidsText = (fids: readonly string[]): string | null =>
  fids.length === 0 ? null : fids.toSorted().join(' ');

import * as z from 'zod';
import type { Row } from '../engine/world.ts';
import type { Variants } from '../variants.ts';
import { HttpError, invalid } from './error-body.ts';
import type { MarketContext } from './handler.ts';

/** Sections 4.2 and 4.5. */
export type PageQuery = {
  readonly next_cursor?: string | null | undefined;
  readonly sort_by?: string | null | undefined;
  readonly sort_dir?: string | null | undefined;
  readonly limit?: number | null | undefined;
};

type SortDir = 'asc' | 'desc';

/** Order of the list, and where its last row stands. */
const Cursor = z.tuple([z.string(), z.enum(['asc', 'desc']), z.string(), z.number(), z.string()]);
type Cursor = z.output<typeof Cursor>;

/** A page of `rows`, oldest first (section 2.6). `keys`: sort keys besides created_at. A cursor names the last row, so new and deleted rows shift no others. @throws {HttpError} 422 */
export function pageOf<Kind extends Row>(
  rows: readonly Kind[],
  keep: (row: Kind) => boolean,
  keys: Readonly<Record<string, (row: Kind) => string>>,
  query: PageQuery,
  variants: Variants,
): { readonly rows: readonly Kind[]; readonly next: string | null } {
  const all = variants['list-shape'] === 'array';
  const limit = all ? Number.POSITIVE_INFINITY : readLimit(query.limit ?? null, variants);
  const { by, dir, keyOf } = readOrder(keys, query, variants);
  const after = query.next_cursor == null ? null : readCursor(query.next_cursor, by, dir);
  const found: Kind[] = [];
  for (const [key, group] of groups(rows, keyOf, dir)) {
    if (after !== null && isBefore(key, after[2], dir)) continue;
    for (let n = 0; n < group.length; n++) {
      const row = group[dir === 'asc' ? n : group.length - 1 - n];
      if (row === undefined || (after !== null && key === after[2] && !follows(row, after, dir))) continue;
      if (!keep(row)) continue;
      if (found.length === limit) return { rows: found, next: cursorAt(found.at(-1), by, dir, keyOf) };
      found.push(row);
    }
  }
  return { rows: found, next: null };
}

export function pageAnswer(data: readonly unknown[], next: string | null, variants: Variants): unknown {
  if (variants['list-shape'] === 'array') return data;
  if (next !== null || variants['last-page'] === 'null') return { data, next_cursor: next };
  return variants['last-page'] === 'empty' ? { data, next_cursor: '' } : { data };
}

function readLimit(limit: number | null, variants: Variants): number {
  const limitVariant = variants['page-limit'];
  const max = limitVariant === '20' ? 20 : 100;
  if (limit === null) return max;
  const loc = ['query', 'limit'];
  if (limitVariant === 'refused') throw invalid(loc, 'Extra inputs are not permitted', limit, 'extra_forbidden');
  if (limit < 1) throw invalid(loc, 'Input should be greater than or equal to 1', limit, 'greater_than_equal');
  if (limit > max) throw invalid(loc, `Input should be less than or equal to ${max}`, limit, 'less_than_equal');
  return limit;
}

function readOrder<Kind extends Row>(
  keys: Readonly<Record<string, (row: Kind) => string>>,
  { sort_by, sort_dir }: PageQuery,
  variants: Variants,
): { by: string; dir: SortDir; keyOf: ((row: Kind) => string) | null } {
  const allowed = variants['sort-values'] === 'known';
  const by = sort_by ?? 'created_at';
  const keyOf = Object.hasOwn(keys, by) ? keys[by] : undefined;
  if (sort_by != null && !(allowed && (by === 'created_at' || keyOf !== undefined))) {
    throw invalid(
      ['query', 'sort_by'],
      `Input should be ${listed(['created_at', ...Object.keys(keys)])}`,
      sort_by,
      'enum',
    );
  }
  const dir = sort_dir ?? (sort_by == null ? 'desc' : 'asc');
  if (sort_dir != null && !allowed) throw invalid(['query', 'sort_dir'], 'Input is not permitted', sort_dir, 'enum');
  if (dir !== 'asc' && dir !== 'desc') {
    throw invalid(['query', 'sort_dir'], `Input should be ${listed(['asc', 'desc'])}`, dir, 'enum');
  }
  return { by, dir, keyOf: keyOf ?? null };
}

/** Lists values as FastAPI does: `'asc' or 'desc'`. */
export function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

/** In the order of keys; one group without a key. */
function groups<Kind extends Row>(
  rows: readonly Kind[],
  keyOf: ((row: Kind) => string) | null,
  dir: SortDir,
): readonly (readonly [string, readonly Kind[]])[] {
  if (keyOf === null) return [['', rows]];
  const byKey = new Map<string, Kind[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [row]);
    else group.push(row);
  }
  return [...byKey].sort(([a], [b]) => (isBefore(a, b, dir) ? -1 : 1));
}

function isBefore(a: string, b: string, dir: SortDir): boolean {
  return dir === 'asc' ? a < b : a > b;
}

function follows(row: Row, [, , , createdAt, fid]: Cursor, dir: SortDir): boolean {
  const later =
    row.createdAt === createdAt ? (row.fid === fid ? 0 : row.fid < fid ? -1 : 1) : row.createdAt - createdAt;
  return dir === 'asc' ? later > 0 : later < 0;
}

function cursorAt<Kind extends Row>(
  row: Kind | undefined,
  by: string,
  dir: SortDir,
  keyOf: ((row: Kind) => string) | null,
): string | null {
  if (row === undefined) return null;
  const cursor: Cursor = [by, dir, keyOf?.(row) ?? '', row.createdAt, row.fid];
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string, by: string, dir: SortDir): Cursor {
  const refusal = invalid(['query', 'next_cursor'], 'The cursor does not belong to this list', text);
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor[0] === by && cursor[1] === dir) return cursor;
  } catch {
    throw refusal;
  }
  throw refusal;
}

/** Other projects are 404: the interface shows no status. */
export function requireProject(project: string, market: MarketContext): void {
  if (project !== market.project) throw new HttpError(404, `Project ${project} not found`);
}

/** @throws {HttpError} 422, in a variant */
export function filtersBringRows(filters: Readonly<Record<string, unknown>>, variants: Variants): boolean {
  const given = Object.entries(filters).find(([, value]) => value != null);
  if (given === undefined || variants.filters === 'honoured') return true;
  if (variants.filters === 'nothing') return false;
  throw invalid(['query', given[0]], 'Extra inputs are not permitted', given[1], 'extra_forbidden');
}

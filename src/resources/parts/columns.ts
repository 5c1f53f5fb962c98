import { hasUnreadable } from '../../contract/unreadable.ts';
import { age, moment } from '../../lib/duration.ts';
import type { Cell, Tone } from '../cell.ts';
import type { Context } from '../context.ts';
import type { Column, DetailLine } from '../resource.ts';

/** A dim dash when there is no text. */
export function textCell(text: string | null, context: Context, tone: Tone = 'plain'): Cell {
  return text === null || text === '' ? { text: context.glyphs.none, tone: 'dim' } : { text, tone };
}

/** The cell of a value that could not be read. */
const UNREADABLE_CELL: Cell = { text: '?', tone: 'warn' };

/** Unreadable cells are `?`. */
export const withUnreadableCells = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.map((column) => {
    const { reads, cell, draw, beside, groupBy } = column;
    if (reads === undefined) return column;
    const marked =
      <More extends readonly unknown[]>(own: (row: Row, context: Context, ...more: More) => Cell) =>
      (row: Row, context: Context, ...more: More): Cell =>
        hasUnreadable(row, reads) ? UNREADABLE_CELL : own(row, context, ...more);
    return {
      ...column,
      cell: marked(cell),
      ...(draw === undefined ? {} : { draw: marked(draw) }),
      ...(beside === undefined ? {} : { beside: { ...beside, cell: marked(beside.cell) } }),
      ...(groupBy === undefined
        ? {}
        : {
            groupBy: (row: Row, context: Context) =>
              hasUnreadable(row, reads) ? UNREADABLE_CELL.text : groupBy(row, context),
          }),
    };
  });

/** The first column of every resource; never dropped. */
export function nameColumn<Row extends { readonly name: string | null; readonly fid: string }>(): Column<Row> {
  return {
    id: 'name',
    header: 'NAME',
    width: 14,
    maxWidth: 24,
    priority: 0,
    cell: (row) => ({ text: row.name || row.fid, tone: 'strong' }),
    sortBy: (row) => (row.name || row.fid).toLowerCase(),
  };
}

/** Ascending, the youngest comes first. */
export function ageColumn<Row extends { readonly created_at: number | null }>(priority: number): Column<Row> {
  return {
    id: 'age',
    header: 'AGE',
    width: 4,
    steady: true,
    align: 'right',
    priority,
    reads: ['created_at'],
    cell: (row, { now, glyphs }) => ({
      text: row.created_at === null ? glyphs.none : age(row.created_at, now),
      tone: 'dim',
    }),
    sortBy: (row) => (row.created_at === null ? null : -row.created_at),
    compareAs: {
      kind: 'time',
      of: (row, { now }) => (row.created_at === null ? null : { amount: now - row.created_at, unit: '' }),
    },
  };
}

export function fidColumn<Row extends { readonly fid: string }>(priority: number): Column<Row> {
  return {
    id: 'id',
    header: 'ID',
    width: 14,
    maxWidth: 40,
    priority,
    optional: true,
    cell: ({ fid }) => ({ text: fid, tone: 'dim' }),
    sortBy: ({ fid }) => fid,
    aliases: ['fid'],
  };
}

export function createdColumn<Row extends { readonly created_at: number | null }>(priority: number): Column<Row> {
  return {
    id: 'created',
    header: 'CREATED',
    width: 23,
    priority,
    optional: true,
    reads: ['created_at'],
    cell: ({ created_at }, { glyphs }) => ({
      text: created_at === null ? glyphs.none : moment(created_at),
      tone: 'dim',
    }),
    sortBy: ({ created_at }) => created_at,
  };
}

export function textColumn<Row>(
  column: Pick<Column<Row>, 'id' | 'header' | 'width' | 'priority' | 'maxWidth' | 'optional' | 'reads'>,
  text: (row: Row) => string | null,
): Column<Row> {
  return {
    ...column,
    cell: (row, context) => textCell(text(row), context),
    sortBy: (row) => text(row)?.toLowerCase() ?? null,
  };
}

export function detailText(label: string, text: string | null, context: Context): DetailLine {
  return text === null || text === '' ? { label, text: context.glyphs.none, tone: 'dim', copy: '' } : { label, text };
}

/** The date, and its distance from now. */
export function detailTime(label: string, at: number | null, context: Context): DetailLine {
  if (at === null) return { label, text: context.glyphs.none, tone: 'dim', copy: '' };
  const distance = at > context.now ? `in ${age(context.now, at)}` : `${age(at, context.now)} ago`;
  return { label, text: `${moment(at)}  (${distance})`, copy: new Date(at).toISOString() };
}

export function nonNull(line: DetailLine | null): readonly DetailLine[] {
  return line === null ? [] : [line];
}

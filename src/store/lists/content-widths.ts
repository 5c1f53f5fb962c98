import { memoizeLast } from '../../lib/memoize.ts';
import { widthOf } from '../../lib/width.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import { byName } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { contextOf } from '../row-context.ts';
import type { ChosenColumns, ConsoleState, Features } from '../state.ts';
import {
  type ColumnHead,
  type ContentWidths,
  columnsOf,
  isFilled,
  type PlacedColumn,
  placeColumns,
} from './place-columns.ts';
import type { Table } from './table.ts';
import type { TableRow } from './table-row.ts';
import { tableAt, visibleRows } from './visible-rows.ts';

/** Longest measured text, in UTF-16 units: wider than any column. */
const MAX_MEASURED = 200;
/** Columns shrink only by at least this many cells, so they don't move from poll to poll. */
const SHRINKS_FROM = 4;

type MeasuredText<Row> = {
  readonly column: string;
  readonly cells: keyof ContentWidths;
  readonly cell: (row: Row, context: Context) => Cell;
};

type Measurement<Row extends { readonly fid: string }> = {
  readonly table: Table<Row>;
  readonly chosen: ChosenColumns;
  readonly texts: readonly MeasuredText<Row>[];
  /** By text: the number of rows for each width. */
  readonly counts: readonly Map<number, number>[];
  readonly unmeasured: Set<TableRow<Row>>;
  readonly countWidths: (row: TableRow<Row>, by: 1 | -1) => void;
  readonly stop: () => void;
  /** The layout of the last widths; with another one columns may shrink. */
  basis: readonly unknown[];
  widths: readonly number[];
  content: ContentWidths;
};

type Measurements = { readonly [Name in PaneName]?: Measurement<Rows[Name]> };

const measurements = new WeakMap<ConsoleState['connected'], Measurements>();

function measurementOf<Name extends PaneName>(state: ConsoleState, name: Name): Measurement<Rows[Name]> {
  type Row = Rows[Name];
  const all = measurements.get(state.connected) ?? {};
  const known: Measurement<Row> | undefined = all[name];
  const table = tableAt(state, name);
  const { columns: chosen } = state.views[name];
  if (known?.table === table && known.chosen === chosen) return known;
  known?.stop();
  const texts = measuredTexts(state, name);
  const counts = texts.map(() => new Map<number, number>());
  const unmeasured = new Set<TableRow<Row>>();
  const countWidths = (row: TableRow<Row>, by: 1 | -1): void => {
    for (const [n, width] of (row.widths ?? []).entries()) {
      const rows = (counts[n]?.get(width) ?? 0) + by;
      if (rows > 0) counts[n]?.set(width, rows);
      else counts[n]?.delete(width);
    }
  };
  const unfollow = table.follow({
    came: (row) => {
      if (row.widths === null) unmeasured.add(row);
      else countWidths(row, 1);
    },
    left: (row) => {
      if (!unmeasured.delete(row)) countWidths(row, -1);
    },
  });
  const stop = (): void => {
    unfollow();
    table.forgetWidths();
  };
  const before = known?.chosen === chosen ? known : null;
  const made: Measurement<Row> = {
    table,
    chosen,
    texts,
    counts,
    unmeasured,
    countWidths,
    stop,
    basis: before?.basis ?? [],
    widths: before?.widths ?? [],
    content: before?.content ?? contentOf(texts, []),
  };
  measurements.set(state.connected, { ...all, [name]: made });
  return made;
}

/**
 * The shown rows' widths. They grow at once; by a few cells they shrink only after another filter, grouping or screen
 * width.
 */
export function contentWidths<Name extends PaneName>(state: ConsoleState, name: Name): ContentWidths {
  const { groups } = visibleRows(state, name);
  const { columns: chosen, filter, group } = state.views[name];
  const measurement = measurementOf(state, name);
  const { table, texts, counts, unmeasured, countWidths } = measurement;
  for (const row of unmeasured) {
    row.widths = table.reads.note(
      row.row.fid,
      (context) => texts.map(({ cell }) => measured(cell(row.row, context).text)),
      'untimed',
    );
    countWidths(row, 1);
  }
  unmeasured.clear();
  const widths = counts.map((rows) => Math.max(0, ...rows.keys()));
  const context = contextOf(state);
  for (const { totals } of groups) {
    const known = totals(context).sums();
    for (const [n, { column }] of texts.entries())
      widths[n] = Math.max(widths[n] ?? 0, measured(known.get(column) ?? ''));
  }
  const basis = [chosen, state.glyphs, filter, group, state.size.columns];
  const kept = sameAs(measurement.basis, basis) ? measurement.widths : [];
  const next = widths.map((width, n) => {
    const before = kept[n] ?? 0;
    // A column with a former value keeps its place.
    return width > before || (width > 0 && before - width >= SHRINKS_FROM) ? width : before;
  });
  if (!sameAs(measurement.widths, next)) measurement.content = contentOf(texts, next);
  measurement.basis = basis;
  measurement.widths = next;
  return measurement.content;
}

const measured = (text: string): number => (text.length > MAX_MEASURED ? MAX_MEASURED : widthOf(text));

const sameAs = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((value, at) => value === after[at]);

/** Texts of the columns without a fixed width. */
function measuredTexts<Name extends PaneName>(state: ConsoleState, name: Name): readonly MeasuredText<Rows[Name]>[] {
  const resource: Resource<Name> = state.features.panes[name];
  return columnsOf(state.features.panes, name, state.views[name].columns, state.connected.allProjects).flatMap(
    ({ id, fixed, stretches, hidesEmpty }) => {
      const column =
        (fixed || stretches) && !hidesEmpty ? undefined : resource.columns.find((declared) => declared.id === id);
      if (column === undefined) return [];
      const { cell, beside, foldsHere } = column;
      type CellOf = typeof cell;
      const signed = (cellOf: CellOf): CellOf =>
        foldsHere !== undefined
          ? (row, context) => ({ text: `  ${cellOf(row, context).text}` })
          : hidesEmpty
            ? (row, context) => withoutNone(cellOf(row, context), context)
            : cellOf;
      return [
        { column: id, cells: 'whole' as const, cell: signed(cell) },
        ...(beside === undefined ? [] : [{ column: id, cells: 'beside' as const, cell: signed(beside.cell) }]),
      ];
    },
  );
}

const withoutNone = (cell: Cell, { glyphs }: Context): Cell => (cell.text === glyphs.none ? { text: '' } : cell);

/** Columns not measured are missing and have their declared width. */
function contentOf(texts: readonly MeasuredText<never>[], widths: readonly number[]): ContentWidths {
  const of = (cells: keyof ContentWidths): ReadonlyMap<string, number> =>
    new Map(
      texts.flatMap(({ column, ...text }, n) => {
        const width = widths[n] ?? 0;
        return text.cells === cells && width > 0 ? [[column, width]] : [];
      }),
    );
  return { whole: of('whole'), beside: of('beside') };
}

/** The chosen or usual columns, without those that nothing was read for. */
export function columnsNow(state: ConsoleState, name: PaneName): readonly ColumnHead[] {
  const context = contextOf(state);
  return columnsOf(state.features.panes, name, state.views[name].columns, state.connected.allProjects).filter((head) =>
    isFilled(head, context),
  );
}

export const LEAD = 3;
const AROUND = 3;

const placedIn = memoizeLast(({ panes, paneNames }: Features) =>
  byName(paneNames, (name) =>
    memoizeLast((chosen: ChosenColumns, several: boolean, ids: string, width: number, content: ContentWidths) => {
      const filled = ids.split(' ');
      const heads = columnsOf(panes, name, chosen, several).filter(({ id }) => filled.includes(id));
      return placeColumns(heads, width - AROUND - LEAD, content);
    }),
  ),
);

export function columnsIn(state: ConsoleState, name: PaneName, width: number): readonly PlacedColumn[] {
  const { columns } = state.views[name];
  const { allProjects } = state.connected;
  const filled = columnsNow(state, name)
    .map(({ id }) => id)
    .join(' ');
  return placedIn(state.features)[name](columns, allProjects, filled, width, contentWidths(state, name));
}

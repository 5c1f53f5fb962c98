import { widthOf } from '../../lib/width.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context, Revision } from '../../resources/context.ts';
import { joinedLists } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { contextOf } from '../row-context.ts';
import { type ConsoleState, drawnLists } from '../state.ts';
import { type ContentWidths, columnsOf } from './place-columns.ts';
import { areStill, trackReads } from './track-reads.ts';
import { visibleRows } from './visible-rows.ts';

/** Largest measured width of a text, in UTF-16 units: wider than any column. */
const MAX_MEASURED = 200;
/** Most cells that a UTF-16 unit takes. */
const WIDEST_UNIT = 2;
/** A column keeps its width while its content needs less by fewer cells, so that it does not move from poll to poll. */
const SHRINKS_FROM = 4;
/** Most rows that are measured again whenever they change. In longer lists only new and changed rows are. */
const MAX_AGAIN = 300;
/** A longer list is measured again when more rows than these, and than twice its rows, have been measured. */
const MAX_SPARE = 1000;
/** Shortest time between two measurements of a long list's cells that read other lists, in milliseconds. */
const JOINED_AGAIN_MS = 10_000;

/** A text of a row that is measured: the cell of a column, or its shorter one. */
type MeasuredText<Row> = {
  readonly column: string;
  readonly cells: keyof ContentWidths;
  readonly cell: (row: Row, context: Context) => Cell;
};

/** The widths of a long list: the greatest of all rows measured so far, in the order of the texts. */
type LongList<Row> = {
  readonly measured: Set<Row>;
  readonly greatest: number[];
  /** The indexes of the texts that read other lists. */
  readonly joining: Set<number>;
  joined: readonly unknown[];
  /** When they were last measured, in milliseconds since 1970. */
  joinedAt: number;
};

/** The last widths of a pane, and what they were measured for. */
type Measurement<Row> = {
  readonly inputs: readonly unknown[];
  /** The part of the inputs with which the widths begin anew. */
  readonly basis: readonly unknown[];
  /** What the texts have read of features. */
  readonly reads: Revisions;
  readonly texts: readonly MeasuredText<Row>[];
  readonly long: LongList<Row>;
  readonly widths: readonly number[];
  readonly content: ContentWidths;
};

type Revisions = ReadonlyMap<Revision, ReadonlyMap<string, unknown>>;

type Measurements = { readonly [Name in PaneName]?: Measurement<Rows[Name]> };

const measurements = new WeakMap<ConsoleState['connected'], Measurements>();

/**
 * The widths that the shown rows of a pane need, wherever cursor and window are. They grow at once; by a few cells they
 * shrink only after another filter, grouping or width of the screen. Of a long list only new and changed rows are measured.
 */
export function contentWidths<Name extends PaneName>(state: ConsoleState, name: Name): ContentWidths {
  const { rows, groups } = visibleRows(state, name);
  const { columns: chosen, filter, group } = state.views[name];
  const basis = [chosen, state.glyphs, filter, group, state.size.columns];
  const lists = drawnLists(state);
  const joined = joinedLists.map((list) => lists[list].rows);
  const inputs = [...basis, rows, groups, state.pending, state.preempting, state.raised, ...joined];
  const all = measurements.get(state.connected) ?? {};
  const last: Measurement<Rows[Name]> | undefined = all[name];
  const present = contextOf(state);
  if (last !== undefined && sameAs(last.inputs, inputs) && areStill(last.reads, present)) return last.content;

  const { context, reads } = trackRevisions(present, last?.reads ?? new Map());
  const usable = last?.basis[0] === chosen && last.basis[1] === state.glyphs ? last : undefined;
  const texts = usable?.texts ?? measuredTexts(state, name);
  const isStale = usable === undefined || usable.long.measured.size > 2 * lists[name].rows.size + MAX_SPARE;
  const long = isStale ? emptyLongList<Rows[Name]>(texts.length, joined, state.now) : usable.long;
  const widths =
    rows.length > MAX_AGAIN ? longListWidths(long, rows, texts, context, joined) : rowWidths(rows, texts, context);
  for (const fid of [...changingFids(state), ...changedFids(last?.reads ?? new Map(), present)]) {
    const row = lists[name].rows.get(fid)?.row;
    if (row !== undefined) for (const [n, { cell }] of texts.entries()) raise(widths, n, cell(row, context).text);
  }
  for (const { totals } of groups) {
    const known = totals(present).sums;
    for (const [n, { column }] of texts.entries()) raise(widths, n, known.get(column) ?? '');
  }
  const kept = last !== undefined && sameAs(last.basis, basis) ? last.widths : [];
  const next = widths.map((width, n) => {
    const before = kept[n] ?? 0;
    // A column that had a value keeps its place.
    return width > before || (width > 0 && before - width >= SHRINKS_FROM) ? width : before;
  });
  const content = usable !== undefined && sameAs(usable.widths, next) ? usable.content : contentOf(texts, next);
  const measurement = { inputs, basis, reads, texts, long, widths: next, content };
  measurements.set(state.connected, { ...all, [name]: measurement });
  return content;
}

const emptyLongList = <Row>(texts: number, joined: readonly unknown[], now: number): LongList<Row> => ({
  measured: new Set(),
  greatest: Array.from({ length: texts }, () => 0),
  joining: new Set(),
  joined,
  joinedAt: now,
});

type ListedRows<Row> = readonly { readonly row: Row }[];

/** The width that each text needs in some rows. */
function rowWidths<Row>(rows: ListedRows<Row>, texts: readonly MeasuredText<Row>[], context: Context): number[] {
  const widths = texts.map(() => 0);
  for (const { row } of rows) for (const [n, { cell }] of texts.entries()) raise(widths, n, cell(row, context).text);
  return widths;
}

/** Measures the rows of a long list that have not been measured yet, and returns the width that each text needs. */
function longListWidths<Row>(
  long: LongList<Row>,
  rows: ListedRows<Row>,
  texts: readonly MeasuredText<Row>[],
  context: Context,
  joined: readonly unknown[],
): number[] {
  const { measured, greatest, joining } = long;
  let joins = false;
  const tracked = trackReads(context, {
    list: () => {
      joins = true;
    },
  });
  for (const { row } of rows) {
    if (measured.has(row)) continue;
    measured.add(row);
    for (const [n, { cell }] of texts.entries()) {
      joins = false;
      raise(greatest, n, cell(row, tracked).text);
      if (joins) joining.add(n);
    }
  }
  if (!sameAs(long.joined, joined) && Math.abs(context.now - long.joinedAt) >= JOINED_AGAIN_MS) {
    for (const n of joining) for (const { row } of rows) raise(greatest, n, texts[n]?.cell(row, context).text ?? '');
    long.joined = joined;
    long.joinedAt = context.now;
  }
  return [...greatest];
}

const sameAs = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((value, at) => value === after[at]);

/** The texts that decide the widths of a pane's columns: those of the columns whose width is not fixed. */
function measuredTexts<Name extends PaneName>(state: ConsoleState, name: Name): readonly MeasuredText<Rows[Name]>[] {
  const resource: Resource<Name> = state.features.panes[name];
  return columnsOf(state.features.panes, name, state.views[name].columns, state.connected.allProjects).flatMap(
    ({ id, fixed, stretches, hidesEmpty }) => {
      const column =
        (fixed || stretches) && !hidesEmpty ? undefined : resource.columns.find((declared) => declared.id === id);
      if (column === undefined) return [];
      const { cell, beside, foldsHere } = column;
      type CellOf = typeof cell;
      // The sign of a group stands before its text.
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

/** A cell that needs no room when it shows that there is no value. */
const withoutNone = (cell: Cell, { glyphs }: Context): Cell => (cell.text === glyphs.none ? { text: '' } : cell);

/** The fids of rows whose texts change though the rows do not: by writes, preemptions and raised prices. */
const changingFids = ({
  pending,
  preempting,
  raised,
}: Pick<ConsoleState, 'pending' | 'preempting' | 'raised'>): readonly string[] => [
  ...pending.flatMap(({ write }) => write.fid ?? []),
  ...preempting.keys(),
  ...raised.keys(),
];

/** The fids of rows about which features know something else than before. */
const changedFids = (before: Revisions, { own }: Context): readonly string[] =>
  [...before].flatMap(([revision, known]) => {
    const now = own(revision);
    return now === known ? [] : [...now].flatMap(([fid, value]) => (known.get(fid) === value ? [] : [fid]));
  });

/** A context that notes what values of features are read from, beside what was read of them before. That they grow old changes no width. */
function trackRevisions(context: Context, before: Revisions): { readonly context: Context; readonly reads: Revisions } {
  const reads = new Map([...before.keys()].map((revision) => [revision, context.own(revision)] as const));
  const tracked = trackReads(context, {
    own: ({ revision }) => {
      if (revision !== undefined) reads.set(revision, context.own(revision));
    },
  });
  return { context: tracked, reads };
}

/** Raises the width at an index to what a text needs. */
function raise(widths: number[], n: number, text: string): void {
  const before = widths[n] ?? 0;
  // Most texts are too short to matter, whatever their characters are.
  if (text.length * WIDEST_UNIT <= before) return;
  widths[n] = Math.max(before, text.length > MAX_MEASURED ? MAX_MEASURED : widthOf(text));
}

/** The widths by column; none where nothing was measured, so that the column has its declared width. */
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

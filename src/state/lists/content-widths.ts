import { widthOf } from '../../lib/width.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import { joinedLists, resources } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { contextOf } from '../row-context.ts';
import { type ConsoleState, drawnLists } from '../state.ts';
import type { Group } from './group-rows.ts';
import { type ContentWidths, columnsOf } from './place-columns.ts';
import { visibleRows } from './visible-rows.ts';
import { type Dependency, trackDependencies } from './watched.ts';

/** Largest measured width of a text, in UTF-16 units: wider than any column. */
const MAX_MEASURED = 200;
/** A column keeps its width while its content needs less by fewer cells, so that it does not move from poll to poll. */
const SHRINKS_FROM = 4;

/** A text of a row that is measured: the cell of a column, or its shorter one. */
type Measured<Row> = {
  readonly column: string;
  readonly cells: keyof ContentWidths;
  readonly cell: (row: Row, context: Context) => Cell;
};

/** The widths of a row's texts, in the order of the measured texts, and what they depend on apart from the row. */
type RowWidths = { readonly widths: readonly number[]; readonly dependencies: readonly Dependency[] };

/** The last widths of a pane, the state they were measured in, and the widths of its rows. */
type Measurement<Row extends object> = {
  readonly inputs: readonly unknown[];
  /** The part of the inputs with which the widths begin anew. */
  readonly basis: readonly unknown[];
  readonly texts: readonly Measured<Row>[];
  readonly rows: WeakMap<Row, RowWidths>;
  readonly reach: ConsoleState['reach'];
  readonly widths: readonly number[];
  readonly content: ContentWidths;
};

type Measurements = { readonly [Name in PaneName]?: Measurement<Rows[Name]> };

const measurements = new WeakMap<ConsoleState['connected'], Measurements>();

/**
 * Returns the widths that the shown rows of a pane need, wherever cursor and window are. They grow at once; by a few cells they
 * shrink only after another filter, grouping or width of the screen. Only rows that changed are measured again.
 */
export function contentWidths<Name extends PaneName>(state: ConsoleState, name: Name): ContentWidths {
  const { rows, groups } = visibleRows(state, name);
  const { columns: chosen, filter, group } = state.views[name];
  const basis = [chosen, filter, group, state.glyphs, state.size.columns];
  const joined = joinedLists.map((list) => drawnLists(state)[list].rows);
  const inputs = [...basis, rows, groups, state.pending, state.preempting, state.reach, ...joined];
  const all = measurements.get(state.connected) ?? {};
  const last: Measurement<Rows[Name]> | undefined = all[name];
  if (last !== undefined && sameAs(last.inputs, inputs)) return last.content;

  const sameTexts = last?.inputs[0] === chosen && last.basis[3] === state.glyphs;
  const texts = sameTexts ? last.texts : measuredTexts(state, name);
  const known = sameTexts ? last.rows : new WeakMap<Rows[Name], RowWidths>();
  for (const [fid, result] of state.reach) {
    const row = last?.reach.get(fid) === result ? undefined : drawnLists(state)[name].rows.get(fid)?.row;
    if (row !== undefined) known.delete(row);
  }
  const widths = widest(
    state,
    texts,
    rows.map(({ row }) => row),
    known,
  );
  for (const fid of changingFids(state)) {
    const row = drawnLists(state)[name].rows.get(fid)?.row;
    if (row !== undefined) raise(widths, measured(row, texts, contextOf(state)));
  }
  raise(widths, sumWidths(texts, groups));
  const kept = last !== undefined && sameAs(last.basis, basis) ? last.widths : [];
  const next = widths.map((width, n) => {
    const before = kept[n] ?? 0;
    return width > before || before - width >= SHRINKS_FROM ? width : before;
  });
  const content =
    last !== undefined && sameTexts && sameAs(last.widths, next) ? last.content : contentOf(texts, next, rows.length);
  measurements.set(state.connected, {
    ...all,
    [name]: { inputs, basis, texts, rows: known, reach: state.reach, widths: next, content },
  });
  return content;
}

const sameAs = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((value, at) => value === after[at]);

/** Returns the texts that decide the widths of a pane's columns: those of the columns whose width is not fixed. */
function measuredTexts<Name extends PaneName>(state: ConsoleState, name: Name): readonly Measured<Rows[Name]>[] {
  const resource: Resource<Name> = resources[name];
  return columnsOf(name, state.views[name].columns, state.connected.allProjects).flatMap(({ id, fixed }) => {
    const column = fixed ? undefined : resource.columns.find((declared) => declared.id === id);
    if (column === undefined) return [];
    const { cell, beside, foldsHere } = column;
    // The sign of a group stands before its text.
    const signed = (row: Rows[Name], context: Context): Cell => ({ text: `  ${cell(row, context).text}` });
    return [
      { column: id, cells: 'whole' as const, cell: foldsHere === true ? signed : cell },
      ...(beside === undefined ? [] : [{ column: id, cells: 'beside' as const, cell: beside.cell }]),
    ];
  });
}

/** Returns the fids of the rows whose texts differ for a while: those of pending writes, and those being preempted. */
const changingFids = ({ pending, preempting }: Pick<ConsoleState, 'pending' | 'preempting'>): readonly string[] => [
  ...pending.flatMap(({ write }) => write.fid ?? []),
  ...preempting.keys(),
];

/** Returns the greatest width of each text, measuring rows that are not known or whose dependencies changed. */
function widest<Row extends object>(
  state: ConsoleState,
  texts: readonly Measured<Row>[],
  rows: readonly Row[],
  known: WeakMap<Row, RowWidths>,
): number[] {
  const settled: Context = { ...contextOf(state), pending: () => null, preemption: () => null };
  let dependencies: Dependency[] = [];
  const tracked = trackDependencies(settled, (dependency) => {
    if (dependency.list !== null) dependencies.push(dependency);
  });
  const greatest = texts.map(() => 0);
  for (const row of rows) {
    let found = known.get(row);
    if (found === undefined || !found.dependencies.every(({ still }) => still(settled))) {
      dependencies = [];
      found = { widths: measured(row, texts, tracked), dependencies };
      known.set(row, found);
    }
    raise(greatest, found.widths);
  }
  return greatest;
}

function measured<Row>(row: Row, texts: readonly Measured<Row>[], context: Context): readonly number[] {
  return texts.map(({ cell }) => measuredWidth(cell(row, context).text));
}

const measuredWidth = (text: string): number => (text.length > MAX_MEASURED ? MAX_MEASURED : widthOf(text));

/** Returns the widths of the groups' sums, in the order of the texts. */
function sumWidths(texts: readonly Measured<never>[], groups: readonly Group[]): readonly number[] {
  const greatest = texts.map(() => 0);
  for (const { sums } of groups) {
    const known = sums();
    raise(
      greatest,
      texts.map(({ column }) => measuredWidth(known.get(column) ?? '')),
    );
  }
  return greatest;
}

function raise(greatest: number[], widths: readonly number[]): void {
  for (const [n, width] of widths.entries()) if (width > (greatest[n] ?? 0)) greatest[n] = width;
}

/** Returns the widths by column; none without rows, whose columns have their declared widths. */
function contentOf(texts: readonly Measured<never>[], widths: readonly number[], rows: number): ContentWidths {
  const of = (cells: keyof ContentWidths): ReadonlyMap<string, number> =>
    new Map(
      rows === 0 ? [] : texts.flatMap((text, n) => (text.cells === cells ? [[text.column, widths[n] ?? 0]] : [])),
    );
  return { whole: of('whole'), beside: of('beside') };
}

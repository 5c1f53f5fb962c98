import type { Listed } from '../api/outcome.ts';
import { EVERYTHING, type Filter, type FilterError, parseFilter } from '../resources/filter.ts';
import { meets } from '../resources/matching.ts';
import type { Column, Context, PaneName, Rows, SortKey } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import { type ConsoleState, drawnLists, type View } from './console.ts';
import { contextOf } from './context.ts';
import type { List } from './list.ts';

/** The rows of a pane as it shows them: filtered and sorted, those about to go among them. */
export type Shown<Row> = {
  readonly rows: readonly Listed<Row>[];
  readonly indexOf: (fid: string) => number;
};

type Known<Row> = { readonly because: readonly unknown[]; readonly shown: Shown<Row> };
type Memory = { readonly [Name in PaneName]?: Known<Rows[Name]> };

const memory = new WeakMap<ConsoleState['connected'], Memory>();

/** What a pane shows. Worked out anew only when its rows, its view or a list that it joins has changed. */
export function shownRows<Name extends PaneName>(state: ConsoleState, name: Name): Shown<Rows[Name]> {
  const lists = drawnLists(state);
  const list = lists[name];
  const view = state.views[name];
  const because = [
    list.rows,
    list.leaving,
    view.filter,
    view.sort,
    lists.bids.rows,
    lists.instances.rows,
    lists.volumes.rows,
    state.pending,
  ];
  const remembered = memory.get(state.connected) ?? {};
  const known: Known<Rows[Name]> | undefined = remembered[name];
  if (known?.because.every((part, at) => part === because[at])) return known.shown;
  const shown = worked(list, view, resources[name].columns, contextOf(state));
  memory.set(state.connected, { ...remembered, [name]: { because, shown } });
  return shown;
}

function worked<Row extends { readonly fid: string }>(
  list: List<Row>,
  view: View,
  columns: readonly Column<Row>[],
  context: Context,
): Shown<Row> {
  const read = parseFilter(view.filter, columns);
  // A filter that can't be read filters nothing; what is wrong with it is said where it is typed.
  const filter = read.ok ? read.value : EVERYTHING;
  const all = [...list.rows.values(), ...[...list.leaving.values()].map(({ listed }) => listed)];
  const kept =
    filter.kind === 'all' && filter.of.length === 0
      ? all
      : all.filter(({ row }) => meets(row, filter, columns, context));
  const sorted = sortedBy(kept, view, columns, context);
  let index: ReadonlyMap<string, number> | null = null;
  return {
    rows: sorted,
    indexOf: (fid) => {
      index ??= new Map(sorted.map(({ row }, at) => [row.fid, at]));
      return index.get(fid) ?? -1;
    },
  };
}

function sortedBy<Row extends { readonly fid: string }>(
  rows: readonly Listed<Row>[],
  view: View,
  columns: readonly Column<Row>[],
  context: Context,
): readonly Listed<Row>[] {
  const by = columns.find(({ id }) => id === view.sort.column)?.sortBy;
  if (by === undefined) return rows;
  return rows
    .map((listed) => ({ listed, key: by(listed.row, context) }))
    .sort((a, b) => compareKeys(a.key, b.key, view.sort.descending) || (a.listed.row.fid < b.listed.row.fid ? -1 : 1))
    .map(({ listed }) => listed);
}

/** Rows without a key come last whichever way the column is sorted. */
function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

/** What a pane's filter looks for. */
export function filterOf(state: ConsoleState, name: PaneName): Filter {
  const read = parseFilter(state.views[name].filter, resources[name].columns);
  return read.ok ? read.value : EVERYTHING;
}

/** What is wrong with a pane's filter; null when it can be read. */
export function filterError(state: ConsoleState, name: PaneName): FilterError | null {
  const read = parseFilter(state.views[name].filter, resources[name].columns);
  return read.ok ? null : read.error;
}

/** The place of the cursor among the rows shown: where its row is now, or where it stood when the row is gone. -1 when there are none. */
export function cursorPlace(state: ConsoleState, name: PaneName): number {
  const { rows, indexOf } = shownRows(state, name);
  const { cursor, place } = state.views[name];
  const at = cursor === null ? -1 : indexOf(cursor);
  return at >= 0 ? at : Math.min(place, rows.length - 1);
}

/** The row under the cursor, or undefined when the pane shows none. */
export function cursorRow<Name extends PaneName>(state: ConsoleState, name: Name): Listed<Rows[Name]> | undefined {
  return shownRows(state, name).rows[cursorPlace(state, name)];
}

/** Whether a row is only still shown on its way out: nothing can be done with it any more. */
export function isLeaving(state: ConsoleState, name: PaneName, fid: string): boolean {
  const list = drawnLists(state)[name];
  return list.leaving.has(fid) && !list.rows.has(fid);
}

/** What an action applies to: the marked rows that are shown, or the row under the cursor. Rows about to go are not among them. */
export function targetsIn<Name extends PaneName>(state: ConsoleState, name: Name): readonly Rows[Name][] {
  const { rows, indexOf } = shownRows(state, name);
  const { marks } = state.views[name];
  const marked = [...marks].flatMap((fid) => rows[indexOf(fid)] ?? []);
  const at = cursorRow(state, name);
  const chosen = marked.length > 0 ? marked : at === undefined ? [] : [at];
  return chosen.map(({ row }) => row).filter(({ fid }) => !isLeaving(state, name, fid));
}

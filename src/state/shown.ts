import type { Listed } from '../api/outcome.ts';
import { EVERYTHING, type Filter, type FilterError, parseFilter } from '../resources/filter.ts';
import { meets, type SearchedColumns, saidIn } from '../resources/matching.ts';
import type { Column, Context, PaneName, Rows } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import { type ChosenColumns, usualColumns } from './columns.ts';
import { type ConsoleState, drawnLists, type View } from './console.ts';
import { contextOf } from './context.ts';
import { compareKeys, type Group, grouped } from './grouping.ts';
import type { List } from './list.ts';

/** The rows of a pane as it shows them: filtered and sorted, those about to go among them. */
export type Shown<Row> = {
  readonly rows: readonly Listed<Row>[];
  readonly indexOf: (fid: string) => number;
  /** The groups that the rows stand in, in their order; none when they are not grouped. */
  readonly groups: readonly Group[];
};

type Known<Row> = {
  readonly because: readonly unknown[];
  readonly filter: string;
  readonly looked: Looked;
  readonly order: Order<Row>;
  readonly searched: Remembered<Row>;
  readonly shown: Shown<Row>;
};
/** What rows say, as long as nothing that their texts are made of has changed: rows that stay are not asked again. */
type Remembered<Row> = { readonly because: readonly unknown[]; readonly columns: SearchedColumns<Row> };

/** What of a view decides which columns are searched for words, and how rows are grouped. */
type Looked = Pick<View, 'columns' | 'group'>;

type Memory = { readonly [Name in PaneName]?: Known<Rows[Name]> };

/** Lists that the texts of others are made of. */
const JOINED = ['bids', 'instances', 'volumes'] as const;

/** All rows of a list, sorted. */
type Order<Row> = readonly Listed<Row>[];

const memory = new WeakMap<ConsoleState['connected'], Memory>();

/**
 * What a pane shows. Worked out anew only when its rows, its view or a list that it joins has changed; while a filter is
 * typed the rows stay sorted as they are.
 */
export function shownRows<Name extends PaneName>(state: ConsoleState, name: Name): Shown<Rows[Name]> {
  const lists = drawnLists(state);
  const list = lists[name];
  const { filter, sort, columns: chosen, group } = state.views[name];
  const because = [
    list.rows,
    list.leaving,
    sort,
    lists.bids.rows,
    lists.instances.rows,
    lists.volumes.rows,
    state.pending,
  ];
  const remembered = memory.get(state.connected) ?? {};
  const known: Known<Rows[Name]> | undefined = remembered[name];
  const sameOrder = known?.because.every((part, at) => part === because[at]) === true;
  const sameLook = known?.looked.columns === chosen && known.looked.group === group;
  if (known !== undefined && sameOrder && sameLook && known.filter === filter) return known.shown;
  const { columns } = resources[name];
  const context = contextOf(state);
  const order =
    known !== undefined && sameOrder ? known.order : sortedBy(list, known?.order ?? [], sort, columns, context);
  const joined = JOINED.filter((one) => one !== name).map((one) => lists[one].rows);
  const reasons = [chosen, state.pending, state.reach, state.preempting, ...joined];
  const before = known?.searched;
  const searched =
    before !== undefined && reasons.every((part, at) => part === before.because[at])
      ? before
      : { because: reasons, columns: searchedIn(columns, chosen, state.connected.together, context) };
  const shown = filtered(order, filter, searched.columns, group, context);
  memory.set(state.connected, {
    ...remembered,
    [name]: { because, filter, looked: { columns: chosen, group }, order, searched, shown },
  });
  return shown;
}

/** So many rows are asked ahead at once: a few milliseconds. */
const AHEAD = 2000;

/** Asks rows of a pane what they say before a filter needs it, from one on; answers with the next one, or null when all were asked. */
export function saidAhead<Name extends PaneName>(state: ConsoleState, name: Name, from: number): number | null {
  shownRows(state, name);
  const remembered: Memory = memory.get(state.connected) ?? {};
  const known: Known<Rows[Name]> | undefined = remembered[name];
  if (known === undefined) return null;
  const { order, searched } = known;
  for (const { row } of order.slice(from, from + AHEAD)) searched.columns.said(row);
  return from + AHEAD < order.length ? from + AHEAD : null;
}

/** Words are looked for in the columns that a pane shows; a filter may name any other. */
export function searchedIn<Row extends object>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  context: Context,
): SearchedColumns<Row> {
  const words =
    chosen === null ? usualColumns(columns, several) : columns.filter(({ id }) => chosen.some((one) => one.id === id));
  const known = new WeakMap<Row, string>();
  return {
    all: columns,
    words,
    said: (row) => {
      const said = known.get(row) ?? saidIn(row, words, context);
      known.set(row, said);
      return said;
    },
  };
}

function filtered<Row extends { readonly fid: string }>(
  order: Order<Row>,
  text: string,
  columns: SearchedColumns<Row>,
  group: string | null,
  context: Context,
): Shown<Row> {
  const read = parseFilter(text, columns.all);
  // A filter that can't be read filters nothing; what is wrong with it is said where it is typed.
  const filter = read.ok ? read.value : EVERYTHING;
  const fitting =
    filter.kind === 'all' && filter.of.length === 0
      ? order
      : order.filter(({ row }) => meets(row, filter, columns, context));
  const { rows, groups } = grouped(fitting, group, columns.all, context);
  let index: ReadonlyMap<string, number> | null = null;
  return {
    rows,
    indexOf: (fid) => {
      index ??= new Map(rows.map(({ row }, at) => [row.fid, at]));
      return index.get(fid) ?? -1;
    },
    groups,
  };
}

/**
 * The rows of a list, sorted. Those of the last order come in that order to begin with: from poll to poll hardly a row
 * changes its place, and sorting what is sorted already takes a tenth of the time.
 */
function sortedBy<Row extends { readonly fid: string }>(
  list: List<Row>,
  last: Order<Row>,
  sort: View['sort'],
  columns: readonly Column<Row>[],
  context: Context,
): Order<Row> {
  const rows = new Map(list.rows);
  for (const [fid, { listed }] of list.leaving) if (!rows.has(fid)) rows.set(fid, listed);
  const by = columns.find(({ id }) => id === sort.column)?.sortBy;
  if (by === undefined) return [...rows.values()];
  const before = last.flatMap(({ row }): Listed<Row>[] => {
    const listed = rows.get(row.fid);
    rows.delete(row.fid);
    return listed === undefined ? [] : [listed];
  });
  return [...before, ...rows.values()]
    .map((listed) => ({ listed, key: by(listed.row, context) }))
    .sort((a, b) => compareKeys(a.key, b.key, sort.descending) || (a.listed.row.fid < b.listed.row.fid ? -1 : 1))
    .map(({ listed }) => listed);
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

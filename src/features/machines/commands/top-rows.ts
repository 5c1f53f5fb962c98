import type { PrintedRows } from '../../../command/format.ts';
import { isoTime } from '../../../lib/duration.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import type { SortKey } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { meets } from '../../../resources/filter/match.ts';
import type { Filter } from '../../../resources/filter/parse.ts';
import { type Glyphs, noGlyphs } from '../../../resources/glyphs.ts';
import type { Panes } from '../../../resources/panes.ts';
import type { Column } from '../../../resources/resource.ts';
import { compareKeys } from '../../../store/lists/group-rows.ts';
import { usualColumns } from '../../../store/lists/place-columns.ts';
import { searchColumns } from '../../../store/lists/search-text.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState, View } from '../../../store/state.ts';
import type { MachineRow } from '../machine-row.ts';
import { troubleMessage, troubleOf, troubleWords } from '../parts/machine-problem.ts';

/** The column of the names of machines. */
const NAME = 'machine';

/** The number of a GPU, since each has a line of its own, without its machine's above it. */
const indexColumn: Column<MachineRow> = {
  id: 'index',
  header: '#',
  width: 2,
  align: 'right',
  priority: 1,
  cell: ({ gpu }) => ({ text: gpu === null ? '' : String(gpu.index) }),
  sortBy: ({ gpu }) => gpu?.index ?? null,
};

/** Columns to sort by and to print: those of the pane but pictures, each line with the name of its machine. */
export const topColumns = ({ machines }: Panes): readonly Column<MachineRow>[] =>
  machines.columns.flatMap((column) => {
    if (column.picture !== undefined || column.id === indexColumn.id) return [];
    if (column.id !== NAME) return [column];
    const cell: Column<MachineRow>['cell'] = ({ about }, { rowOf }) => ({
      text: rowOf('instances', about)?.row.name || about,
    });
    return [{ ...column, cell }, indexColumn];
  });

export type TopSelection = { readonly filter: Filter | null; readonly sort: View['sort'] };

/** A row for each GPU of the machines, or one for a machine whose GPUs can't be read, that match a filter, in order. */
export function topRows(
  state: ConsoleState,
  fids: ReadonlySet<string>,
  { filter, sort }: TopSelection,
): readonly MachineRow[] {
  const context = contextOf(state);
  const searched = searchColumns(state.features.panes.machines.columns, null, false, context);
  const listed = [...state.lists.machines.rows.values()].flatMap(({ row }) => (fids.has(row.about) ? [row] : []));
  const rows = [...Map.groupBy(listed, ({ about }) => about).values()].flatMap(linesOf);
  const by = topColumns(state.features.panes).find(({ id }) => id === sort.column)?.sortBy;
  const key = (row: MachineRow): SortKey => by?.(row, context) ?? null;
  const place = ({ gpu }: MachineRow): number => gpu?.index ?? 0;
  return rows
    .filter((row) => filter === null || meets(row, filter, searched, context))
    .toSorted(
      (a, b) =>
        compareKeys(key(a), key(b), sort.descending) ||
        (a.about === b.about ? place(a) - place(b) : a.about < b.about ? -1 : 1),
    );
}

/** The numbers of a machine that can't be read now are not shown: without colours they would look current. */
function linesOf(machine: readonly MachineRow[]): readonly MachineRow[] {
  const [first] = machine;
  if (first === undefined) return [];
  const gpus = machine.filter(({ gpu }) => gpu !== null);
  const isRead = troubleOf(first.reading) === null && gpus.length > 0;
  return isRead ? gpus : [{ ...first, fid: first.about, gpu: null }];
}

/** Rows of machines as they are printed: the columns of the pane, and one object for each GPU. */
export function printedTop(state: ConsoleState, rows: readonly MachineRow[]): PrintedRows {
  const context = contextOf(state);
  const columns = usualColumns(topColumns(state.features.panes), state.connected.allProjects);
  const texts = (row: MachineRow, glyphs: Glyphs): readonly string[] =>
    columns.map((column) => textOf(column, row, { ...context, glyphs }));
  return {
    headers: columns.map(({ header, align = 'left' }) => ({ text: header, align })),
    rows: rows.map((row) => ({
      cells: texts(row, context.glyphs),
      words: texts(row, noGlyphs).map((text) => text.trim()),
      raw: jsonText(topObject(state, row)),
    })),
  };
}

/** The text of a cell. What only the whole machine has is on each of its lines, unless it would be counted several times. */
function textOf({ cell, sum }: Column<MachineRow>, row: MachineRow, context: Context): string {
  const { text } = cell(row, context);
  return text !== '' || sum !== undefined || row.gpu === null ? text : cell({ ...row, gpu: null }, context).text;
}

/** A row as an object for programs, with the units in the names. */
function topObject({ lists }: ConsoleState, { about, reading, gpu }: MachineRow) {
  const { sample, idleSince, simulated } = reading;
  const instance = lists.instances.rows.get(about)?.row;
  const bid = instance?.bid == null ? undefined : lists.bids.rows.get(instance.bid)?.row;
  const price = bid?.limit_price?.amount ?? null;
  const trouble = troubleOf(reading);
  return {
    machine: instance?.name ?? null,
    instance: about,
    bid: instance?.bid ?? null,
    bid_name: bid?.name ?? null,
    at: isoTime(sample?.at ?? null),
    gpu: gpu?.index ?? null,
    gpu_name: gpu?.name ?? null,
    utilization_percent: gpu?.utilization ?? null,
    memory_used_bytes: gpu?.memory?.used ?? null,
    memory_total_bytes: gpu?.memory?.total ?? null,
    temperature_celsius: gpu?.temperature ?? null,
    power_watts: gpu?.power ?? null,
    processes: (gpu?.processes ?? []).map(({ pid, name, memory }) => ({ pid, name, memory_bytes: memory })),
    idle_since: isoTime(idleSince),
    load_average: sample?.load ?? null,
    processors: sample?.processors ?? null,
    host_memory_used_bytes: sample?.memory?.used ?? null,
    host_memory_total_bytes: sample?.memory?.total ?? null,
    disk_used_bytes: sample?.disk?.used ?? null,
    disk_total_bytes: sample?.disk?.total ?? null,
    cost_per_hour_at_most: price === null ? null : formatMoneyGrouped(price),
    simulated,
    problem:
      trouble === null ? null : { kind: trouble, word: troubleWords[trouble].word, message: troubleMessage(reading) },
  };
}

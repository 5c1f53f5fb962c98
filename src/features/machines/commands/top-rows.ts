import { inColumns, type Printed } from '../../../command/format.ts';
import {
  amounts,
  flag,
  identity,
  list,
  number,
  object,
  objectOf,
  objects,
  type Shape,
  text,
  time,
} from '../../../command/json.ts';
import type { Bid } from '../../../contract/bid.ts';
import type { Instance } from '../../../contract/instance.ts';
import type { SortKey } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { meets } from '../../../resources/filter/match.ts';
import type { Filter } from '../../../resources/filter/parse.ts';
import { type Glyphs, noGlyphs } from '../../../resources/glyphs.ts';
import type { Panes } from '../../../resources/panes.ts';
import type { Column } from '../../../resources/resource.ts';
import { compareKeys } from '../../../store/lists/group-rows.ts';
import { searchColumns, usualColumns } from '../../../store/lists/place-columns.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState, View } from '../../../store/state.ts';
import type { MachineRow } from '../machine-row.ts';
import { troubleMessage, troubleOf, troubleWords } from '../parts/machine-problem.ts';
import type { Reading } from '../reading.ts';

/** The pane's columns without pictures. Each line has the machine's name, and the number of its GPU. */
export const topColumns = ({ machines }: Panes): readonly Column<MachineRow>[] => {
  const index = machines.columns.flatMap(({ optional: _, ...column }) => (column.id === 'index' ? [column] : []));
  const cell: Column<MachineRow>['cell'] = ({ about }, { rowOf }) => ({
    text: rowOf('instances', about)?.row.name || about,
  });
  return machines.columns.flatMap((column) => {
    if (column.picture !== undefined || column.id === 'index') return [];
    return column.id === 'machine' ? [{ ...column, cell }, ...index] : [column];
  });
};

export type TopSelection = { readonly filter: Filter | null; readonly sort: View['sort'] };

/** A row for each GPU, or for a machine without readable GPUs, filtered and sorted. */
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

/** Numbers of an unreadable machine are hidden: without colours they would look current. */
function linesOf(machine: readonly MachineRow[]): readonly MachineRow[] {
  const [first] = machine;
  if (first === undefined) return [];
  const gpus = machine.filter(({ gpu }) => gpu !== null);
  const isRead = troubleOf(first.reading) === null && gpus.length > 0;
  return isRead ? gpus : [{ ...first, fid: first.about, gpu: null }];
}

export function printedTop(state: ConsoleState, rows: readonly MachineRow[]): Printed {
  const context = contextOf(state);
  const columns = usualColumns(topColumns(state.features.panes), state.connected.allProjects);
  const texts = (row: MachineRow, glyphs: Glyphs): readonly string[] =>
    columns.map((column) => textOf(column, row, { ...context, glyphs }));
  return inColumns({
    headers: columns.map(({ header, align = 'left' }) => ({ text: header, align })),
    rows: rows.map((row) => ({
      cells: texts(row, context.glyphs),
      words: texts(row, noGlyphs).map((text) => text.trim()),
      object: () => topObject(state, row),
    })),
  });
}

/** A machine's own values are repeated on each line, except sums. */
function textOf({ cell, sum }: Column<MachineRow>, row: MachineRow, context: Context): string {
  const { text } = cell(row, context);
  return text !== '' || sum !== undefined || row.gpu === null ? text : cell({ ...row, gpu: null }, context).text;
}

type TopLine = Pick<MachineRow, 'about' | 'reading' | 'gpu'> & {
  readonly instance: Instance | null;
  readonly bid: Bid | null;
};

const processShape: Shape<NonNullable<MachineRow['gpu']>['processes'][number]> = {
  pid: number(({ pid }) => pid),
  name: text(({ name }) => name),
  memory_bytes: number(({ memory }) => memory),
};

const problemShape: Shape<Reading> = {
  kind: text(troubleOf),
  word: text((reading) => {
    const trouble = troubleOf(reading);
    return trouble === null ? null : troubleWords[trouble].word;
  }),
  message: text(troubleMessage),
};

/** Units are in the names. */
const topShape: Shape<TopLine> = {
  ...identity(({ about, instance }: TopLine) => ({ fid: about, name: instance?.name ?? null })),
  bid: text(({ instance }) => instance?.bid ?? null),
  bid_name: text(({ bid }) => bid?.name ?? null),
  at: time(({ reading }) => reading.sample?.at ?? null),
  gpu: number(({ gpu }) => gpu?.index ?? null),
  gpu_name: text(({ gpu }) => gpu?.name ?? null),
  utilization_percent: number(({ gpu }) => gpu?.utilization ?? null),
  memory_used_bytes: number(({ gpu }) => gpu?.memory?.used ?? null),
  memory_total_bytes: number(({ gpu }) => gpu?.memory?.total ?? null),
  temperature_celsius: number(({ gpu }) => gpu?.temperature ?? null),
  power_watts: number(({ gpu }) => gpu?.power ?? null),
  processes: objects(processShape, ({ gpu }) => gpu?.processes ?? []),
  idle_since: time(({ reading }) => reading.idleSince),
  load_average: list(({ reading }) => reading.sample?.load ?? null),
  processors: number(({ reading }) => reading.sample?.processors ?? null),
  host_memory_used_bytes: number(({ reading }) => reading.sample?.memory?.used ?? null),
  host_memory_total_bytes: number(({ reading }) => reading.sample?.memory?.total ?? null),
  disk_used_bytes: number(({ reading }) => reading.sample?.disk?.used ?? null),
  disk_total_bytes: number(({ reading }) => reading.sample?.disk?.total ?? null),
  ...amounts({ cost_per_hour_at_most: ({ bid }: TopLine) => bid?.limit_price?.amount ?? null }),
  simulated: flag(({ reading }) => reading.simulated),
  problem: object(problemShape, ({ reading }) => (troubleOf(reading) === null ? null : reading)),
};

export const topMembers: readonly string[] = Object.keys(topShape);

export function topObject({ lists }: ConsoleState, row: MachineRow): object {
  const instance = lists.instances.rows.get(row.about)?.row ?? null;
  const bid = instance?.bid == null ? null : (lists.bids.rows.get(instance.bid)?.row ?? null);
  return objectOf(topShape, { ...row, instance, bid });
}

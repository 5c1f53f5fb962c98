import type { Instance } from '../../../contract/instance.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { formatMoneyGrouped } from '../../../lib/money.ts';
import { sumOf } from '../../../lib/sum.ts';
import type { Cell } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { isNothing, tableAmount } from '../../../resources/parts/amounts.ts';
import { textCell } from '../../../resources/parts/columns.ts';
import { nameIn } from '../../../resources/parts/joins.ts';
import { withoutRegion } from '../../../resources/parts/type-and-region.ts';
import type { Column } from '../../../resources/resource.ts';
import type { MachineRow } from '../machine-row.ts';
import { costOf, idleFor, instanceOf, isCurrent, percentOf, runs, shownSample } from '../machine-values.ts';
import { asOf, idleCell, measuredBy, memoryTone, percentText, shownAt } from '../parts/machine-cells.ts';
import type { Usage } from '../reading.ts';

/** A GPU in a column of its machine. */
const NOTHING: Cell = { text: '' };

/** A text of the instance; GPUs don't repeat it, but are found by it. */
function instanceColumn(
  column: Pick<Column<MachineRow>, 'id' | 'header' | 'width' | 'maxWidth' | 'priority' | 'optional'>,
  textOf: (instance: Instance, context: Context) => string | null,
): Column<MachineRow> {
  const text = (row: MachineRow, context: Context): string | null => {
    const instance = instanceOf(row, context);
    return instance === undefined ? null : textOf(instance, context);
  };
  return {
    ...column,
    cell: (row, context) => (row.gpu === null ? textCell(text(row, context), context) : NOTHING),
    sortBy: (row, context) => text(row, context)?.toLowerCase() ?? null,
    groupBy: (row, context) => text(row, context) || context.glyphs.none,
    filterText: (row, context) => text(row, context) ?? '',
  };
}

const aliased = (identifier: string | null, { aliases }: Context): string | null =>
  identifier === null ? null : aliasOr(identifier, aliases);

function usageColumn(
  column: Pick<Column<MachineRow>, 'id' | 'header' | 'priority'>,
  of: (sample: NonNullable<MachineRow['reading']['sample']>) => Usage | null,
): Column<MachineRow> {
  const percent = ({ reading }: MachineRow, now: number): number | null => {
    const sample = shownSample(reading, now);
    return sample === null ? null : percentOf(of(sample));
  };
  return {
    ...column,
    width: 4,
    steady: true,
    align: 'right',
    optional: true,
    cell: (row, context) => {
      const machines = asOf(context);
      const { now, glyphs } = machines;
      const value = percent(row, now);
      if (row.gpu !== null) return NOTHING;
      if (value === null) return { text: glyphs.none, tone: 'dim' };
      return { text: percentText(value), tone: isCurrent(row, now) ? memoryTone(value, machines) : 'dim' };
    },
    ...measuredBy('number', (row, context) => percent(row, shownAt(context))),
  };
}

const loadOf = ({ reading }: MachineRow, now: number): number | null => shownSample(reading, now)?.load?.[0] ?? null;

/** `12/96`; a warning above the number of processors. */
function loadCell(row: MachineRow, context: Context): Cell {
  const { now, glyphs } = asOf(context);
  if (row.gpu !== null) return NOTHING;
  const load = loadOf(row, now);
  if (load === null) return { text: glyphs.none, tone: 'dim' };
  const processors = row.reading.sample?.processors ?? null;
  const text = `${load < 10 ? load.toFixed(1) : Math.round(load)}${processors === null ? '' : `/${processors}`}`;
  if (!isCurrent(row, now)) return { text, tone: 'dim' };
  return { text, tone: processors !== null && load > processors ? 'warn' : 'plain' };
}

const idleMs = ({ reading }: MachineRow, now: number): number | null =>
  shownSample(reading, now) === null ? null : idleFor(reading, now);

/** Columns of a whole machine. Filters and sorts know them for its GPUs too. */
export const hostColumns: readonly Column<MachineRow>[] = [
  {
    id: 'idle',
    header: 'IDLE',
    width: 4,
    steady: true,
    align: 'right',
    priority: 3,
    cell: (row, context) => (row.gpu === null ? idleCell(row.reading, asOf(context)) : NOTHING),
    ...measuredBy('time', (row, context) => idleMs(row, shownAt(context))),
    sortBy: (row, context) => idleMs(row, shownAt(context)) || null,
  },
  {
    id: 'cost',
    header: 'COST/H',
    width: 8,
    align: 'right',
    priority: 9,
    cell: (row, context) => {
      if (row.gpu !== null) return NOTHING;
      const cost = costOf(row, context);
      if (cost !== null) return { text: formatMoneyGrouped(cost) };
      return runs(row, context) ? { text: '?', tone: 'warn' } : { text: context.glyphs.none, tone: 'dim' };
    },
    largestFirst: true,
    sortBy: (row, context) => costOf(row, context)?.micros ?? null,
    sum: {
      kind: 'rows',
      text: (rows, context) => {
        const sum = sumOf(
          rows.filter((row) => runs(row, context)).map((of) => ({ of, each: costOf(of, context), count: 1 })),
        );
        return isNothing(sum) ? '' : tableAmount(sum, context.glyphs);
      },
    },
    compareAs: {
      kind: 'price',
      of: (row, context) => {
        const cost = costOf(row, context);
        return cost === null ? null : { amount: cost.micros, unit: cost.sign };
      },
    },
  },
  instanceColumn({ id: 'bid', header: 'BID', width: 10, maxWidth: 20, priority: 12 }, ({ bid }, context) =>
    bid === null ? null : nameIn('bids', bid, context),
  ),
  {
    id: 'load',
    header: 'LOAD',
    width: 7,
    steady: true,
    align: 'right',
    priority: 13,
    cell: loadCell,
    ...measuredBy('number', (row, context) => loadOf(row, shownAt(context))),
  },
  {
    id: 'read',
    header: 'READ',
    width: 4,
    steady: true,
    align: 'right',
    priority: 14,
    cell: ({ gpu, reading }, context) => {
      const { now, glyphs } = asOf(context);
      const at = gpu?.at ?? reading.sample?.at ?? null;
      return { text: at === null ? glyphs.none : shortDuration(now - at), tone: 'dim' };
    },
    sortBy: ({ reading }) => (reading.sample === null ? null : -reading.sample.at),
    aliases: ['age'],
    compareAs: {
      kind: 'time',
      of: ({ reading }, context) =>
        reading.sample === null ? null : { amount: shownAt(context) - reading.sample.at, unit: '' },
    },
  },
  instanceColumn(
    { id: 'type', header: 'TYPE', width: 10, maxWidth: 20, priority: 16, optional: true },
    (instance, context) => context.aliases.get(instance.instance_type ?? '') ?? withoutRegion(instance),
  ),
  instanceColumn(
    { id: 'region', header: 'REGION', width: 10, maxWidth: 16, priority: 17, optional: true },
    ({ region }, context) => aliased(region, context),
  ),
  usageColumn({ id: 'ram', header: 'RAM', priority: 18 }, ({ memory }) => memory),
  usageColumn({ id: 'disk', header: 'DISK', priority: 19 }, ({ disk }) => disk),
  instanceColumn(
    { id: 'project', header: 'PROJECT', width: 12, priority: 20, optional: true },
    ({ project }, context) => aliased(project, context),
  ),
];

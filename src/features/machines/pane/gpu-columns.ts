import { bar } from '../../../lib/bars.ts';
import type { Cell, Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import type { Column } from '../../../resources/resource.ts';
import type { MachineRow } from '../machine-row.ts';
import {
  gpusOf,
  hottest,
  isCurrent,
  memoryOf,
  percentOf,
  powerOf,
  processesOn,
  shownGpus,
  utilizationOf,
} from '../machine-values.ts';
import {
  asOf,
  GIB,
  historyText,
  type MachineContext,
  measuredBy,
  memoryTone,
  percentBar,
  percentText,
  shownAt,
  usageText,
  utilizationTone,
} from '../parts/machine-cells.ts';
import { AT_REST, type Gpu } from '../reading.ts';

/** Widths of pictures, in columns. */
const GPUS_WIDTH = 8;
const HISTORY_WIDTH = 15;
const MEMORY_BAR = 6;
/** Degrees Celsius: a hot GPU, and one slowing down or stopping. */
const HOT = 85;
const TOO_HOT = 95;

/** A number of one GPU, of a machine's, or of a group's. */
type NumberColumn = Pick<
  Column<MachineRow>,
  'id' | 'header' | 'width' | 'priority' | 'steady' | 'align' | 'aliases'
> & {
  readonly of: (gpus: readonly Gpu[]) => number | null;
  readonly text: (value: number, gpus: readonly Gpu[], glyphs: Glyphs) => string;
  readonly tone?: (value: number, context: MachineContext) => Tone;
};

/** Stale numbers are dim, and left out of groups. */
function numberColumn({ of, text, tone = () => 'plain', ...column }: NumberColumn): Column<MachineRow> {
  const cell = (row: MachineRow, context: Context): Cell => {
    const machines = asOf(context);
    const { now, glyphs } = machines;
    const gpus = shownGpus(row, now);
    const value = of(gpus);
    if (value === null) return { text: glyphs.none, tone: 'dim' };
    return { text: text(value, gpus, glyphs), tone: isCurrent(row, now) ? tone(value, machines) : 'dim' };
  };
  return {
    ...column,
    cell,
    ...measuredBy('number', (row, context) => of(shownGpus(row, shownAt(context)))),
    sum: {
      kind: 'rows',
      text: (rows, context) => {
        const { now, glyphs } = asOf(context);
        const gpus = rows.filter((row) => isCurrent(row, now)).flatMap((row) => shownGpus(row, now));
        const value = of(gpus);
        return value === null ? '' : text(value, gpus, glyphs);
      },
    },
  };
}

/** A full block would touch the line above. */
const HIGHEST = 6;

/** The lowest bar is only for a GPU at rest. */
function barOf(percent: number | null, { bars, none }: Glyphs): string {
  if (percent === null) return none;
  const level = percent <= AT_REST ? 0 : Math.max(1, Math.round((percent / 100) * HIGHEST));
  return bars[Math.min(level, HIGHEST)] ?? '';
}

/** A bar of one column for each GPU; a single GPU has one along the column. */
function gpusCell(row: MachineRow, context: Context): Cell {
  const { now, glyphs } = asOf(context);
  const gpus = shownGpus(row, now);
  if (glyphs.trend.kind === 'none' || gpus.length === 0) return { text: '' };
  const percent = row.gpu === null ? null : (row.gpu.utilization ?? 0);
  const text =
    percent === null
      ? gpus.map(({ utilization }) => barOf(utilization, glyphs)).join('')
      : bar(percent / 100, GPUS_WIDTH, glyphs.fills);
  const lowest = Math.min(...gpus.map(({ utilization }) => utilization ?? 100));
  return { text, tone: isCurrent(row, now) ? utilizationTone(lowest) : 'dim' };
}

/** A GPU has no history of its own. */
function historyCell(row: MachineRow, context: Context, width: number): Cell {
  const { now, glyphs } = asOf(context);
  if (row.gpu !== null || shownGpus(row, now).length === 0) return { text: '' };
  const { history } = row.reading;
  return {
    text: historyText(history, width, glyphs),
    tone: isCurrent(row, now) ? utilizationTone(history.at(-1) ?? 100) : 'dim',
  };
}

/** The number of processes, and the largest one's name. */
function processesCell(row: MachineRow, context: Context): Cell {
  const { now, glyphs } = asOf(context);
  const gpus = shownGpus(row, now);
  if (gpus.length === 0) return { text: glyphs.none, tone: 'dim' };
  const [biggest, ...others] = processesOn(gpus);
  const tone = isCurrent(row, now) ? 'plain' : 'dim';
  if (biggest === undefined) return { text: '0', tone: 'dim' };
  return { text: `${others.length + 1} ${biggest.name.split('/').at(-1) || biggest.name}`, tone };
}

/** `640W`, `5.1kW`. */
const powerText = (watts: number): string =>
  watts < 1000 ? `${Math.round(watts)}W` : `${(watts / 1000).toFixed(watts < 10_000 ? 1 : 0)}kW`;

/** Filters compare the amount in use. */
const usedColumn: Column<MachineRow> = {
  ...numberColumn({
    id: 'used',
    header: 'USED',
    width: 8,
    priority: 10,
    align: 'right',
    of: (gpus) => memoryOf(gpus)?.used ?? null,
    text: (_, gpus) => usageText(memoryOf(gpus) ?? { used: 0, total: 0 }),
  }),
  ...measuredBy(
    'size',
    (row, context) => memoryOf(shownGpus(row, shownAt(context)))?.used ?? null,
    (used) => used / GIB,
  ),
};

const countOf = (gpus: readonly Gpu[]): number | null => (gpus.length === 0 ? null : processesOn(gpus).length);

const processColumn: Column<MachineRow> = {
  ...numberColumn({
    id: 'proc',
    header: 'PROC',
    width: 8,
    priority: 6,
    aliases: ['process', 'processes'],
    of: countOf,
    text: String,
  }),
  maxWidth: 16,
  cell: processesCell,
  filterText: (row) =>
    (row.gpu === null ? gpusOf(row.reading.sample) : [row.gpu])
      .flatMap(({ processes }) => processes.map(({ name }) => name))
      .join(' '),
  // Each machine numbers its own processes.
  sum: {
    kind: 'rows',
    text: (rows, context) => {
      const { now } = asOf(context);
      const counts = rows.filter((row) => isCurrent(row, now)).flatMap((row) => countOf(shownGpus(row, now)) ?? []);
      return counts.length === 0 ? '' : String(counts.reduce((total, count) => total + count, 0));
    },
  },
};

export const gpuColumns: readonly Column<MachineRow>[] = [
  numberColumn({
    id: 'gpu',
    header: 'GPU',
    width: 4,
    priority: 2,
    steady: true,
    align: 'right',
    aliases: ['util', 'utilization'],
    of: utilizationOf,
    text: percentText,
    tone: utilizationTone,
  }),
  {
    id: 'gpus',
    header: 'GPUS',
    width: GPUS_WIDTH,
    maxWidth: 2 * GPUS_WIDTH,
    priority: 4,
    picture: 'the utilization of each GPU',
    cell: gpusCell,
  },
  {
    id: 'history',
    header: 'HISTORY',
    width: HISTORY_WIDTH,
    maxWidth: 2 * HISTORY_WIDTH,
    priority: 11,
    picture: 'the mean utilization in the last 60 samples',
    draw: historyCell,
    cell: (row, context) => historyCell(row, context, HISTORY_WIDTH),
  },
  numberColumn({
    id: 'mem',
    header: 'MEM',
    width: 5 + MEMORY_BAR,
    priority: 5,
    steady: true,
    aliases: ['memory'],
    of: (gpus) => percentOf(memoryOf(gpus)),
    text: (percent, _, glyphs) => percentBar(percent, MEMORY_BAR, glyphs),
    tone: memoryTone,
  }),
  usedColumn,
  numberColumn({
    id: 'temp',
    header: 'TEMP',
    width: 5,
    priority: 7,
    steady: true,
    align: 'right',
    aliases: ['temperature'],
    of: hottest,
    text: (degrees, _, { warn }) => `${degrees >= HOT ? `${warn} ` : ''}${Math.round(degrees)}C`,
    tone: (degrees) => (degrees >= TOO_HOT ? 'bad' : degrees >= HOT ? 'warn' : 'plain'),
  }),
  numberColumn({
    id: 'power',
    header: 'POWER',
    width: 5,
    priority: 8,
    steady: true,
    align: 'right',
    of: powerOf,
    text: powerText,
  }),
  processColumn,
];

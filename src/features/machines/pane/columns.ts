import type { Context } from '../../../resources/context.ts';
import { textCell } from '../../../resources/parts/columns.ts';
import type { Column } from '../../../resources/resource.ts';
import type { MachineRow } from '../machine-row.ts';
import { asOf } from '../parts/machine-cells.ts';
import { gpuStateCell, type MachineState, machineState, machineStateCell } from '../parts/machine-state.ts';
import { gpuColumns } from './gpu-columns.ts';
import { hostColumns } from './host-columns.ts';
import { shownGpus } from './shown.ts';

const stateCell = ({ gpu, reading }: MachineRow, context: Context) =>
  gpu === null ? machineStateCell(reading, asOf(context)) : gpuStateCell(gpu, asOf(context));

/** The key by which machines sort by name; the GPUs of a machine by their numbers. */
const nameKey = ({ name, about, gpu }: MachineRow): string =>
  `${name.toLowerCase()} ${about} ${String(gpu?.index ?? 0).padStart(3, '0')}`;

/** Machines that need the operator come first, then those that cost money for nothing. The others don't move as they work and rest. */
const RANK: { readonly [State in MachineState]: number } = {
  trouble: 0,
  idle: 1,
  resting: 2,
  busy: 2,
  unknown: 2,
  stale: 2,
  waiting: 2,
};

/** The models of GPUs without their maker, each with its number: `8×H100 80GB HBM3`. */
function modelText(row: MachineRow, context: Pick<Context, 'own' | 'glyphs'>): string | null {
  const { now, glyphs } = asOf(context);
  const models = shownGpus(row, now).map(({ name }) => name.replace(/^(NVIDIA|AMD|Intel) /, ''));
  const counts = [...new Set(models)].map((model) => [model, models.filter((one) => one === model).length] as const);
  if (row.gpu !== null) return models[0] ?? null;
  return counts.map(([model, count]) => `${count}${glyphs.times}${model}`).join(' + ') || null;
}

const groupTitle: { readonly [State in MachineState]: string } = {
  trouble: 'not readable',
  idle: 'idle',
  resting: 'resting',
  busy: 'busy',
  unknown: 'unknown',
  stale: 'read some time ago',
  waiting: 'not read yet',
};

/** The columns of machines and their GPUs: usual ones first, then optional ones. */
export const machineColumns: readonly Column<MachineRow>[] = [
  {
    id: 'machine',
    header: 'MACHINE',
    width: 14,
    maxWidth: 24,
    priority: 0,
    foldsHere: 'aligned',
    cell: ({ name, gpu }) =>
      gpu === null ? { text: name, tone: 'strong' } : { text: `GPU ${gpu.index}`, tone: 'plain' },
    sortBy: nameKey,
    filterText: ({ name }) => name,
    aliases: ['name'],
  },
  {
    id: 'state',
    header: 'STATE',
    width: 12,
    maxWidth: 15,
    priority: 1,
    cell: stateCell,
    sortBy: (row, context) => `${RANK[machineState(row.reading, asOf(context))]} ${nameKey(row)}`,
    groupBy: ({ reading }, context) => groupTitle[machineState(reading, asOf(context))],
  },
  ...gpuColumns,
  ...hostColumns,
  {
    id: 'index',
    header: '#',
    width: 2,
    align: 'right',
    priority: 21,
    optional: true,
    cell: ({ gpu }) => ({ text: gpu === null ? '' : String(gpu.index), tone: 'dim' }),
    sortBy: ({ gpu }) => gpu?.index ?? null,
    compareAs: { kind: 'number', of: ({ gpu }) => (gpu === null ? null : { amount: gpu.index, unit: '' }) },
  },
  {
    id: 'model',
    header: 'MODEL',
    width: 12,
    maxWidth: 20,
    priority: 15,
    cell: (row, context) => textCell(modelText(row, context), context, 'dim'),
    sortBy: (row, context) => modelText(row, context)?.toLowerCase() ?? null,
    groupBy: (row, context) => modelText(row, context) ?? context.glyphs.none,
  },
];

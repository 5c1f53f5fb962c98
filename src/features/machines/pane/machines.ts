import { parseDestination, sshArguments } from '../../../contract/ssh-destination.ts';
import type { Context } from '../../../resources/context.ts';
import { textCell } from '../../../resources/parts/columns.ts';
import type { Action, ChosenRow, Column, OwnWork, Resource } from '../../../resources/resource.ts';
import { type Login, loginTo, noLogin } from '../../ssh/ssh-login.ts';
import type { MachineRow } from '../machine-row.ts';
import { instanceOf, shownGpus } from '../machine-values.ts';
import { asOf } from '../parts/machine-cells.ts';
import { machineSections } from '../parts/machine-detail.ts';
import { gpuStateCell, type MachineState, machineState, machineStateCell } from '../parts/machine-state.ts';
import { gpuColumns } from './gpu-columns.ts';
import { hostColumns } from './host-columns.ts';

export const logInToMachine: OwnWork = { needs: 'instance' };
export const logInToMachineBeside: OwnWork = { needs: 'instance' };

export function loginToMachine(row: MachineRow, context: Context): Login | null {
  const instance = instanceOf(row, context);
  return instance === undefined ? null : loginTo(instance);
}

const stateCell = ({ gpu, reading }: MachineRow, context: Context) =>
  gpu === null ? machineStateCell(reading, asOf(context)) : gpuStateCell(gpu, asOf(context));

/** By name; GPUs of a machine by number. */
const nameKey = ({ name, about, gpu }: MachineRow): string =>
  `${name.toLowerCase()} ${about} ${String(gpu?.index ?? 0).padStart(3, '0')}`;

/** Machines needing the operator come first, then idle ones. The others don't move as they work and rest. */
const RANK: { readonly [State in MachineState]: number } = {
  trouble: 0,
  idle: 1,
  resting: 2,
  busy: 2,
  unknown: 2,
  stale: 2,
  waiting: 2,
};

/** GPU models without maker: `8×H100 80GB HBM3`. */
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

/** Usual columns first, then optional ones. */
const machineColumns: readonly Column<MachineRow>[] = [
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

const labelOf = ({ name, gpu }: MachineRow): string => (gpu === null ? name : `${name} GPU ${gpu.index}`);

const noLoginOf = (row: MachineRow, context: Context): string | null => {
  const instance = instanceOf(row, context);
  return instance === undefined ? `The instance of ${row.name} is not in the list.` : noLogin(instance);
};

const actions: readonly Action<MachineRow>[] = [
  {
    id: 'machine-ssh',
    key: 's',
    label: 'Log in over SSH',
    hint: 'ssh',
    disabledReason: noLoginOf,
    effect: { kind: 'work', work: logInToMachine },
  },
  {
    id: 'machine-ssh-split',
    key: '',
    formerly: { keys: ['S'] },
    label: 'Log in over SSH in a split of the tmux window',
    hint: null,
    disabledReason: noLoginOf,
    effect: { kind: 'work', work: logInToMachineBeside },
  },
  {
    id: 'machine-instance',
    key: 'i',
    label: 'Go to its instance',
    hint: 'instance',
    effect: {
      kind: 'jump',
      to: ({ about, name }, { rowOf }) =>
        rowOf('instances', about) === undefined
          ? `The instance of ${name} is not in the list.`
          : { pane: 'instances', fid: about, filter: null },
    },
  },
];

/** Instances of rows, each once: GPUs stand for theirs, a machine for all its GPUs. */
function instancesChosen(rows: readonly MachineRow[]): readonly ChosenRow[] {
  const chosen = new Map<string, readonly number[] | null>();
  for (const { about, gpu } of rows) {
    const before = chosen.get(about);
    chosen.set(about, gpu === null || before === null ? null : [...(before ?? []), gpu.index]);
  }
  return [...chosen].map(([fid, indexes]) => {
    const gpus = indexes?.toSorted((a, b) => a - b);
    return gpus === undefined
      ? { fid, part: null }
      : { fid, part: { words: `GPU ${gpus.join(', ')}`, placeholders: { gpus: gpus.join(',') } } };
  });
}

/** Null for an unusable address. */
function sshCommand(row: MachineRow, context: Context): string | null {
  const destination = instanceOf(row, context)?.ssh_destination ?? null;
  const parsed = destination === null ? null : parseDestination(destination);
  return parsed === null ? null : ['ssh', ...sshArguments(parsed)].join(' ');
}

/** Shown values as one line. */
function lineOf(row: MachineRow, context: Context): string {
  const texts = machineColumns
    .filter(({ picture, optional }) => picture === undefined && optional !== true)
    .map(({ header, cell }) => [header, cell(row, context).text.trim()] as const);
  return texts.flatMap(([header, text]) => (text === '' ? [] : `${header} ${text}`)).join('  ');
}

export const machines: Resource<'machines'> = {
  name: 'machines',
  key: 'm',
  alias: 'machines',
  title: 'Machines',
  side: 'whole',
  words: { list: 'machines', one: 'machine' },
  one: 'machine',
  rowsOfGroup: ({ gpuRows }) => gpuRows,
  countsGroups: true,
  standsFor: { list: 'instances', rows: instancesChosen },
  note: ({ reading }) => (reading.simulated ? { text: 'SIMULATED', tone: 'warn' } : null),
  empty: (key) => [
    'No instance runs, so there is no machine to read.',
    `Press ${key('pane-instances', '2')} to see the instances.`,
  ],
  absent: (key) => ({
    'resume-bid': `Only running machines are here: ${key('resume-instances', 'r')} in Instances resumes the bid of a paused one.`,
  }),
  columns: machineColumns,
  sort: { column: 'state', descending: false },
  actions,
  detail: (row, context) => machineSections(row.reading, context),
  labelOf,
  copies: [
    { key: 's', label: 'ssh command', text: sshCommand },
    { key: 'l', label: 'line', text: lineOf },
  ],
  relates: ({ about }, pane, fid) => pane === 'instances' && fid === about,
};

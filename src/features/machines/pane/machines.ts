import { parseDestination, sshArguments } from '../../../contract/ssh-destination.ts';
import type { Context } from '../../../resources/context.ts';
import type { Action, ChosenRow, Resource } from '../../../resources/resource.ts';
import { noLogin } from '../../ssh/ssh-login.ts';
import type { MachineRow } from '../machine-row.ts';
import { machineSections } from '../parts/machine-detail.ts';
import { machineColumns } from './columns.ts';
import { instanceOf } from './shown.ts';
import { logInToMachine, logInToMachineBeside } from './work.ts';

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

/** The instances of rows, each once: GPUs stand for theirs, and a machine for its instance with all GPUs. */
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

/** The command that logs in; null when the address is not a plain user, host and port. */
function sshCommand(row: MachineRow, context: Context): string | null {
  const destination = instanceOf(row, context)?.ssh_destination ?? null;
  const parsed = destination === null ? null : parseDestination(destination);
  return parsed === null ? null : ['ssh', ...sshArguments(parsed)].join(' ');
}

/** The shown values of a row as one line of text. */
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

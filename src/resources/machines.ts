import { shortDuration } from '../lib/duration.ts';
import { isStale } from '../machines/reading.ts';
import type { Cell } from './cell.ts';
import type { Context } from './context.ts';
import type { MachineRow } from './local-rows.ts';
import { machineActions } from './machine-actions.ts';
import { detailText } from './parts/columns.ts';
import type { Resource } from './resource.ts';

const nameOf = ({ about }: MachineRow, context: Context): string =>
  context.rowOf('instances', about)?.row.name || about;

const utilization = ({ gpu, reading }: MachineRow, { glyphs, now }: Context): Cell => {
  const value = gpu?.utilization ?? null;
  if (value === null) return { text: glyphs.none, tone: 'dim' };
  return { text: `${Math.round(value)}%`, tone: isStale(reading, now) ? 'dim' : 'plain' };
};

export const machines: Resource<'machines'> = {
  name: 'machines',
  key: 'm',
  alias: 'machines',
  title: 'Machines',
  side: 'whole',
  words: { list: 'machines', one: 'machine' },
  one: 'GPU',
  empty: (key) => [`No machine is read. Press ${key('pane-instances', '2')} to see the instances.`],
  absent: (key) => ({
    'resume-bid': `Only running machines are here: ${key('resume-instances', 'r')} in Instances resumes the bid of a paused one.`,
  }),
  columns: [
    {
      id: 'machine',
      header: 'MACHINE',
      width: 14,
      maxWidth: 24,
      priority: 0,
      cell: (row, context) => ({ text: nameOf(row, context), tone: 'strong' }),
      sortBy: (row, context) => `${nameOf(row, context).toLowerCase()} ${row.fid}`,
      groupBy: nameOf,
      aliases: ['name'],
    },
    {
      id: 'gpu',
      header: 'GPU',
      width: 5,
      priority: 1,
      align: 'right',
      cell: utilization,
      sortBy: ({ gpu }) => gpu?.utilization ?? null,
      compareAs: {
        kind: 'number',
        of: ({ gpu }) => (gpu?.utilization == null ? null : { amount: gpu.utilization, unit: '' }),
      },
    },
  ],
  sort: { column: 'machine', descending: false },
  actions: machineActions,
  detail: (row, context) => [
    {
      title: 'Machine',
      lines: [
        detailText('Name', nameOf(row, context), context),
        detailText('GPU', row.gpu?.name ?? null, context),
        detailText('Problem', row.reading.problem?.kind ?? null, context),
        detailText(
          'Read',
          row.reading.sample === null ? null : `${shortDuration(context.now - row.reading.sample.at)} ago`,
          context,
        ),
      ],
    },
  ],
  labelOf: ({ about, gpu }) => (gpu === null ? about : `${about} GPU ${gpu.index}`),
  copies: [],
};

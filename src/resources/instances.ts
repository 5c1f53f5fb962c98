import { type Instance, instanceEndpoints } from '../contract/instance.ts';
import { parseDestination, sshArguments } from '../contract/ssh-destination.ts';
import type { Context } from './context.ts';
import { wordSentence, words } from './glossary.ts';
import { detailIdentifier, identifierColumn, labelOf } from './parts/aliases.ts';
import {
  ageColumn,
  createdColumn,
  detailText,
  detailTime,
  fidColumn,
  nameColumn,
  nonNull,
  textCell,
  textColumn,
  withUnreadableCells,
} from './parts/columns.ts';
import { nameIn } from './parts/joins.ts';
import { isStatus, preemptionLine, STATUS_ROOM, statusCell, statusRank, statusWithClock } from './parts/status.ts';
import { regionColumn, typeColumn } from './parts/type-and-region.ts';
import { plain, projectPlaceholders } from './placeholders.ts';
import type { DetailLine, DetailSection, ServiceResource } from './resource.ts';

/** An instance with one of these does not come back. */
const FINAL = ['terminated', 'replaced', 'preempted'] as const;

const bidName = (instance: Instance, context: Context): string | null =>
  instance.bid === null ? null : nameIn('bids', instance.bid, context);

const parsedDestination = (text: string | null) => (text === null ? null : parseDestination(text));

function sshCommand(destination: string | null): string | null {
  const parsed = parsedDestination(destination);
  return parsed === null ? null : ['ssh', ...sshArguments(parsed)].join(' ');
}

const columns = withUnreadableCells<Instance>([
  nameColumn(),
  {
    id: 'status',
    reads: ['status'],
    header: 'STATUS',
    ...STATUS_ROOM,
    priority: 1,
    cell: (instance, context) => statusWithClock('instance', instance, context),
    sortBy: (instance) => `${statusRank('instance', instance.status)} ${(instance.name || instance.fid).toLowerCase()}`,
    groupBy: (instance, { glyphs }) => statusCell('instance', instance.status, glyphs).text,
  },
  typeColumn(7, ({ bid, region }, context) => bid !== null && context.rowOf('bids', bid)?.row.region === region),
  regionColumn(8),
  {
    id: 'bid',
    reads: ['bid'],
    header: 'BID',
    width: 10,
    maxWidth: 20,
    priority: 6,
    cell: (instance, context) => textCell(bidName(instance, context), context),
    identifier: ({ bid }) => bid,
    sortBy: (instance, context) => bidName(instance, context)?.toLowerCase() ?? null,
    groupBy: (instance, context) => bidName(instance, context) ?? context.glyphs.none,
  },
  textColumn(
    { id: 'ssh', header: 'SSH', width: 12, maxWidth: 22, priority: 5, reads: ['ssh_destination'] },
    (instance) => instance.ssh_destination,
  ),
  textColumn(
    { id: 'ip', header: 'PRIVATE IP', width: 12, priority: 10, reads: ['private_ip'] },
    (instance) => instance.private_ip,
  ),
  ageColumn(9),
  createdColumn(12),
  identifierColumn(
    { id: 'reservation', header: 'RESERVATION', width: 14, priority: 11, optional: true, reads: ['reservation'] },
    (instance) => instance.reservation,
  ),
  identifierColumn(
    { id: 'project', header: 'PROJECT', width: 12, priority: 13, optional: true, reads: ['project'] },
    (instance) => instance.project,
  ),
  fidColumn(14),
]);

function volumeLines({ bid }: Instance, context: Context): readonly DetailLine[] {
  const row = bid === null ? undefined : context.rowOf('bids', bid)?.row;
  return (row?.launch_specification?.volumes ?? []).map((fid) => ({
    label: nameIn('volumes', fid, context),
    text: fid,
  }));
}

function detail(instance: Instance, context: Context): readonly DetailSection[] {
  return [
    {
      title: 'Instance',
      lines: [
        detailText('Name', instance.name, context),
        { label: 'Identifier', text: instance.fid },
        { label: 'Status', ...statusCell('instance', instance.status, context.glyphs), copy: instance.status ?? '' },
        ...nonNull(preemptionLine(instance, context)),
        detailIdentifier('Instance type', instance.instance_type, context),
        detailIdentifier('Region', instance.region, context),
        detailIdentifier('Project', instance.project, context),
        detailText('Bid', bidName(instance, context), context),
        detailText('Bid identifier', instance.bid, context),
        detailIdentifier('Reservation', instance.reservation, context),
        detailText('SSH address', instance.ssh_destination, context),
        detailText('Private IP', instance.private_ip, context),
        detailTime('Created', instance.created_at, context),
      ],
    },
    { title: 'Volumes', lines: volumeLines(instance, context) },
  ];
}

export const instances: ServiceResource<'instances'> = {
  name: 'instances',
  key: '2',
  alias: 'inst',
  searchWords: ['nodes', 'vms', 'servers', 'pods'],
  title: 'Instances',
  side: 'main',
  words: { list: 'instances', one: 'instance' },
  one: 'instance',
  endpoint: instanceEndpoints.listInstances,
  hasEnded: ({ status }) => FINAL.some((name) => isStatus(status, name)),
  without: 'no rule acts, and costs, machines and logins are not known',
  joins: ['bids'],
  trackedFields: ({ name, status, bid }) => ({ name, status, bid }),
  placeholders: {
    ...projectPlaceholders,
    type: ({ instance_type }) => instance_type,
    region: ({ region }) => region,
    status: ({ status }) => status,
    bid: ({ bid }) => bid,
    // Parsed as for SSH, so that none of them can be an option.
    private_ip: plain(({ private_ip }) => parsedDestination(private_ip)?.host ?? null),
    ssh_host: plain(({ ssh_destination }) => parsedDestination(ssh_destination)?.host ?? null),
    ssh_user: plain(({ ssh_destination }) => parsedDestination(ssh_destination)?.user ?? null),
    ssh_port: plain(({ ssh_destination }) => String(parsedDestination(ssh_destination)?.port ?? 22)),
  },
  about: {
    firstDays: true,
    texts: (key) => [
      `An instance is a machine that a bid has, until it is outbid or paused. ${key('instance-bid', 'i')}: its bid`,
      `An instance is a machine of a bid. ${key('instance-bid', 'i')}: its bid`,
    ],
  },
  empty: (key, isEmpty) =>
    isEmpty('bids')
      ? ['No instances yet. They appear when the market allocates a bid.', wordSentence(words.instance)]
      : [
          'No instances. They appear when a bid is allocated.',
          `Press ${key('pane-bids', '1')} to see what the bids wait for.`,
        ],
  absent: (key) => {
    const toBid = `${key('instance-bid', 'i')} goes to it.`;
    return {
      'place-bid': `Instances come from bids: ${key('pane-bids', '1')} goes to Bids, ${key('place-bid', 'n')} there places one.`,
      'edit-bid': `The limit price is the bid's: ${toBid}`,
      'cancel-bid': `An instance ends with its bid: ${toBid}`,
    };
  },
  columns,
  sort: { column: 'status', descending: false },
  actions: [],
  detail,
  labelOf,
  copies: [
    { key: 's', label: 'ssh command', text: ({ ssh_destination }) => sshCommand(ssh_destination) },
    { key: 'a', label: 'SSH address', text: ({ ssh_destination }) => ssh_destination },
  ],
  relates: (instance, pane, fid) => pane === 'bids' && instance.bid === fid,
};

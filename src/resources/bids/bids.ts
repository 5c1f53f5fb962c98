import { type Bid, bidEndpoints } from '../../contract/bid.ts';
import { formatMoneyGrouped } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import { wordSentence, words } from '../glossary.ts';
import { detailIdentifier } from '../parts/aliases.ts';
import { detailText, detailTime, nonNull } from '../parts/columns.ts';
import { instancesSection, nameIn, runningOf } from '../parts/joins.ts';
import { isStatus, preemptionLine } from '../parts/status.ts';
import { fidsText, numberText, plain, projectPlaceholders } from '../placeholders.ts';
import type { DetailLine, DetailSection, ServiceResource } from '../resource.ts';
import { bidColumns, costOf, priceOf, statusOf, volumesOf } from './columns.ts';

export const labelOf = (bid: Bid): string => bid.name || bid.fid;

/** The line with the limit price before somebody else raised it. */
function raisedLine(bid: Bid, context: Context): readonly DetailLine[] {
  const before = context.raisedFrom(bid.fid);
  return before === null
    ? []
    : [{ label: 'Raised', tone: 'bad', text: `from ${formatMoneyGrouped(before)}, not by this console or its rules` }];
}

function detail(bid: Bid, context: Context): readonly DetailSection[] {
  const launch = bid.launch_specification;
  return [
    {
      title: 'Bid',
      lines: [
        detailText('Name', bid.name, context),
        { label: 'Identifier', text: bid.fid },
        { label: 'Status', ...statusOf(bid, context), copy: bid.status ?? '' },
        ...nonNull(preemptionLine(bid, context)),
        {
          label: 'Limit price',
          text: `${priceOf(bid, context).text} per instance-hour`,
          copy: bid.limit_price?.text ?? '',
        },
        ...raisedLine(bid, context),
        { label: 'Running', text: `${runningOf(bid.fid, context)}/${bid.instance_quantity ?? '?'}` },
        { label: 'Max cost/h', text: `${costOf(bid, context).text}` },
        detailIdentifier('Instance type', bid.instance_type, context),
        detailIdentifier('Region', bid.region, context),
        detailIdentifier('Project', bid.project, context),
        detailIdentifier('Placed by', bid.created_by, context),
        detailTime('Placed', bid.created_at, context),
        detailTime('Ended', bid.deactivated_at, context),
      ],
    },
    {
      title: 'Launch',
      lines: [
        ...volumesOf(bid).map((fid) => ({
          label: 'Volume',
          text: `${nameIn('volumes', fid, context)}  ${fid}`,
          copy: fid,
        })),
        ...(launch?.ssh_keys ?? []).map((fid) => ({
          label: 'SSH key',
          text: `${nameIn('sshKeys', fid, context)}  ${fid}`,
          copy: fid,
        })),
        detailText('Cluster', launch?.kubernetes_cluster ?? null, context),
        detailText('Startup script', launch?.startup_script ?? null, context),
      ],
    },
    instancesSection([bid.fid], context),
  ];
}

export const bids: ServiceResource<'bids'> = {
  name: 'bids',
  key: '1',
  alias: 'bids',
  searchWords: ['orders', 'offers', 'requests'],
  title: 'Bids',
  side: 'main',
  words: { list: 'bids', one: 'bid', verbs: 'Place, update, pause, resume or cancel bids.' },
  one: 'bid',
  endpoint: bidEndpoints.listBids,
  hasEnded: ({ status }) => isStatus(status, 'terminated'),
  without: 'no rule acts, and costs and prices are not known',
  joins: ['instances', 'volumes'],
  trackedFields: ({ name, status, limit_price, instance_quantity, launch_specification }) => ({
    name,
    status,
    limit_price: limit_price?.text ?? null,
    instance_quantity: numberText(instance_quantity),
    volumes: fidsText(launch_specification?.volumes ?? []),
  }),
  madeOf: { volumes: ['launch_specification'] },
  fieldNames: { limit_price: 'limit price', instance_quantity: 'quantity' },
  placeholders: {
    ...projectPlaceholders,
    type: ({ instance_type }) => instance_type,
    region: ({ region }) => region,
    status: ({ status }) => status,
    price: ({ limit_price }) => limit_price?.text ?? null,
    quantity: plain(({ instance_quantity }) => numberText(instance_quantity)),
  },
  about: {
    firstDays: true,
    texts: (key) => {
      const [place, more] = [key('place-bid', 'n'), key('help', '?')];
      return [
        `A bid rents machines while its limit price beats the market; a higher bid takes them. ${place} places one, ${more} explains`,
        `A bid rents machines while its limit price beats the market. ${place}: new bid`,
        `Bids rent machines up to a limit price. ${place}: new`,
      ];
    },
  },
  empty: (key, isEmpty) => {
    const bid = key('place-bid', 'n');
    if (!isEmpty('sshKeys')) return [`No bids yet. Press ${bid} to place the first one.`, wordSentence(words.bid)];
    return [
      'No bids yet, and no SSH key to log in with.',
      `1. Press ${key('pane-sshKeys', '4')}, then ${key('create-ssh-key', 'n')}: add an SSH key.`,
      `2. Press ${key('pane-bids', '1')}, then ${bid}: place a bid. It asks for machines at up to a limit price.`,
      `If there should be some, the name of the project may be wrong: ${key('switch', 'P')} shows another one.`,
    ];
  },
  columns: bidColumns,
  sort: { column: 'status', descending: false },
  endedAt: ({ deactivated_at }) => deactivated_at,
  actions: [],
  detail,
  labelOf,
  copies: [],
  relates: (bid, pane, fid, context) => pane === 'instances' && context.rowOf('instances', fid)?.row.bid === bid.fid,
};

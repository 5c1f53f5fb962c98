import { type Bid, bidEndpoints } from '../../contract/bid.ts';
import { counted } from '../../lib/words.ts';
import type { Context } from '../context.ts';
import { quoted } from '../filter/parse.ts';
import { aliasOr, detailIdentifier } from '../parts/aliases.ts';
import { detailText, detailTime, nonNull } from '../parts/columns.ts';
import { instancesOf, instancesSection, nameIn, runningOf, stoppingOn } from '../parts/joins.ts';
import { isStatus, preemptionLine } from '../parts/status.ts';
import { fidsText, numberText, projectPlaceholders } from '../placeholders.ts';
import type { Action, Confirmation, DetailSection, ServiceResource } from '../resource.ts';
import { changeBids } from './change-form.ts';
import { bidColumns, costOf, priceOf, statusOf, volumesOf } from './columns.ts';
import { workOn } from './confirm.ts';
import { ended, pauseAction, resumeAction } from './pausing.ts';
import { placeBidFields, placeBidForm } from './place-form.ts';
import { updateBidFields, updateBidForm } from './update-form.ts';
import { cancelBid, verdictOn } from './writes.ts';

const labelOf = (bid: Bid): string => bid.name || bid.fid;

function askToCancel(bids: readonly Bid[], context: Context): Confirmation {
  const stopping = bids.reduce((sum, { fid }) => sum + stoppingOn(fid, context), 0);
  const only = bids.length === 1 ? bids[0] : undefined;
  return {
    title: only === undefined ? `Cancel ${bids.length} bids` : `Cancel the bid ${labelOf(only)}`,
    lines: [
      ...bids.map((bid) => ({
        text: `${labelOf(bid)}  ${aliasOr(bid.instance_type ?? '', context.aliases)}  ${workOn(bid, context)}`,
      })),
      {
        text: stopping === 0 ? 'No instance is running on it.' : `${counted(stopping, 'instance')} will stop.`,
        tone: stopping === 0 ? 'plain' : 'warn',
      },
      { text: 'This cannot be undone.', tone: 'warn' },
    ],
    typed: only === undefined ? String(bids.length) : null,
  };
}

const actions: readonly Action<Bid>[] = [
  pauseAction,
  resumeAction,
  {
    id: 'edit-bid',
    command: 'update',
    key: 'e',
    label: 'Change the limit price or the volumes',
    onPreemption: 'raises its limit price',
    searchWords: [
      'price',
      'raise',
      'lower',
      'bump',
      'increase',
      'decrease',
      'reprice',
      'limit',
      'attach',
      'detach',
      'modify',
    ],
    hint: 'edit',
    disabledReason: (bid) => ended(bid, 'changed'),
    effect: { kind: 'form', fields: updateBidFields, open: updateBidForm, several: changeBids },
  },
  {
    id: 'place-bid',
    key: 'n',
    label: 'Place a new bid',
    searchWords: ['new', 'create', 'add', 'launch', 'order', 'rent', 'buy'],
    hint: 'new',
    effect: { kind: 'new', fields: placeBidFields, open: (context) => placeBidForm(null, context) },
  },
  {
    id: 'place-bid-like',
    command: 'place',
    key: 'N',
    label: 'Place a new bid like this one',
    searchWords: ['clone', 'duplicate', 'again', 'relaunch', 'like', 'template'],
    hint: 'new like it',
    effect: { kind: 'form', fields: placeBidFields, open: placeBidForm },
  },
  {
    id: 'cancel-bid',
    key: 'x',
    label: 'Cancel the bid: asks first',
    searchWords: ['kill', 'stop', 'terminate', 'delete', 'remove', 'destroy', 'end', 'abort'],
    hint: 'cancel',
    disabledReason: (bid) => ended(bid, 'cancelled'),
    alreadyDone: (bid) => (isStatus(bid.status, 'terminated') ? `${labelOf(bid)} has ended already.` : null),
    effect: { kind: 'destroy', ask: askToCancel, write: cancelBid },
  },
  {
    id: 'bid-instances',
    key: 'i',
    label: 'Go to its instances',
    searchWords: ['nodes', 'vms'],
    hint: 'instances',
    effect: {
      kind: 'jump',
      to: (bid, context) =>
        instancesOf(bid.fid, context).length === 0
          ? `${labelOf(bid)} has no instances now.`
          : { pane: 'instances', fid: null, filter: `bid:=${quoted(labelOf(bid))}` },
    },
  },
];

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
  fieldNames: { limit_price: 'limit price', instance_quantity: 'quantity' },
  placeholders: {
    ...projectPlaceholders,
    type: ({ instance_type }) => instance_type,
    region: ({ region }) => region,
    status: ({ status }) => status,
    price: ({ limit_price }) => limit_price?.text ?? null,
    quantity: ({ instance_quantity }) => numberText(instance_quantity),
  },
  empty: (key, isEmpty) => {
    const bid = key('place-bid', 'n');
    if (!isEmpty('sshKeys'))
      return [
        `No bids yet. Press ${bid} to place the first one.`,
        'It asks for a type, a region, a quantity and the price that you pay at most.',
      ];
    return [
      'No bids yet, and no SSH key to log in with.',
      `1. Press ${key('pane-sshKeys', '4')}, then ${key('create-ssh-key', 'n')}: add an SSH key.`,
      `2. Press ${key('pane-bids', '1')}, then ${bid}: place a bid.`,
    ];
  },
  columns: bidColumns,
  sort: { column: 'price', descending: true },
  actions,
  verdictOn,
  detail,
  labelOf,
  copies: [],
  relates: (bid, pane, fid, context) => pane === 'instances' && context.rowOf('instances', fid)?.row.bid === bid.fid,
};

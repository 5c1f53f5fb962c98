import type { Bid } from '../contract/bid.ts';
import { formatMoneyGrouped, type Money, timesMoney } from '../lib/money.ts';
import { cancelBid, pauseBid, resumeBid } from './bid-writes.ts';
import {
  ageColumn,
  createdColumn,
  detailText,
  detailTime,
  fidColumn,
  nameColumn,
  nonNull,
  textColumn,
} from './cells.ts';
import { quoted } from './filter.ts';
import { exposureOf, instancesOf, nameIn, runningOf } from './joins.ts';
import { instanceToLogIn, loginTo, noLoginOfBid } from './login.ts';
import type { Measured } from './measure.ts';
import { calledHere, detailIdentifier, identifierColumn } from './names.ts';
import { placeBidFields, placeBidForm } from './place-bid.ts';
import type { Action, Cell, Column, Confirmation, Context, DetailSection, Resource } from './resource.ts';
import { isStatus, preemptionLine, statusCell, statusRank, statusWithClock } from './status.ts';
import { updateBidFields, updateBidForm } from './update-bid.ts';

const called = (bid: Bid): string => bid.name || bid.fid;

function statusOf(bid: Bid, context: Context): Cell {
  const pending = context.pending(bid.fid);
  if (pending === null) return statusWithClock('bid', bid, context);
  return { text: `${context.signs.busy} ${pending.doing}${context.signs.more}`, tone: 'busy' };
}

function priceOf(bid: Bid, context: Context): Cell {
  const price = bid.limit_price;
  const text = price?.amount ? formatMoneyGrouped(price.amount) : price?.text || undefined;
  const asked = context.pending(bid.fid)?.price ?? null;
  if (asked !== null) return { text: `${text ?? context.signs.none}${context.signs.arrow}${asked}`, tone: 'busy' };
  return text === undefined ? { text: context.signs.none, tone: 'dim' } : { text };
}

function costOf(bid: Bid, context: Context): Cell {
  const running = runningOf(bid.fid, context);
  if (running === 0 || !bid.limit_price?.amount) return { text: context.signs.none, tone: 'dim' };
  return { text: formatMoneyGrouped(timesMoney(bid.limit_price.amount, running)) };
}

/** What runs of what is wanted; a quantity that nobody knows counts as what runs. */
function runningSum(bids: readonly Bid[], context: Context): string {
  const running = bids.map(({ fid }) => runningOf(fid, context));
  const wanted = bids.map(({ instance_quantity }, at) => instance_quantity ?? running[at] ?? 0);
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  return `${total(running)}/${total(wanted)}`;
}

function costSum(bids: readonly Bid[], context: Context): string {
  const sums = exposureOf(bids, (fid) => runningOf(fid, context));
  return sums.map(formatMoneyGrouped).join(' + ') || context.signs.none;
}

function runningCell(bid: Bid, context: Context): Cell {
  const running = runningOf(bid.fid, context);
  const wanted = bid.instance_quantity;
  const short = wanted !== null && running < wanted;
  const resting = isStatus(bid.status, 'paused') || isStatus(bid.status, 'terminated');
  return { text: `${running}/${wanted ?? '?'}`, tone: resting ? 'dim' : short ? 'warn' : 'plain' };
}

const priceMeasured = (money: Money | null): Measured | null =>
  money === null ? null : { amount: money.micros, unit: money.sign };

const volumesOf = (bid: Bid) => bid.launch_specification?.volumes ?? [];

const columns: readonly Column<Bid>[] = [
  nameColumn(),
  {
    id: 'status',
    header: 'STATUS',
    width: 16,
    drops: 1,
    cell: statusOf,
    sortBy: (bid) => statusRank('bid', bid.status),
    // A change under way is shown in its place; the bid is found by what it still is, too.
    behind: (bid) => bid.status ?? '',
    groupBy: (bid, { signs }) => statusCell('bid', bid.status, signs).text,
  },
  identifierColumn({ id: 'type', header: 'TYPE', width: 12, grows: 20, drops: 4 }, (bid) => bid.instance_type),
  identifierColumn({ id: 'region', header: 'REGION', width: 13, drops: 5 }, (bid) => bid.region),
  {
    id: 'run',
    header: 'RUN',
    width: 5,
    align: 'right',
    drops: 2,
    cell: runningCell,
    sortBy: (bid, context) => runningOf(bid.fid, context),
    sum: runningSum,
    also: ['qty', 'quantity'],
    measure: {
      kind: 'number',
      of: ({ instance_quantity }) => (instance_quantity === null ? null : { amount: instance_quantity, unit: '' }),
    },
  },
  {
    id: 'price',
    header: 'LIMIT',
    width: 9,
    align: 'right',
    drops: 3,
    cell: priceOf,
    sortBy: (bid) => bid.limit_price?.amount?.micros ?? null,
    also: ['limit'],
    measure: { kind: 'price', of: ({ limit_price }) => priceMeasured(limit_price?.amount ?? null) },
  },
  {
    id: 'cost',
    header: 'COST/H',
    width: 10,
    align: 'right',
    drops: 6,
    cell: costOf,
    sortBy: (bid, context) => (bid.limit_price?.amount?.micros ?? 0n) * BigInt(runningOf(bid.fid, context)),
    sum: costSum,
    measure: {
      kind: 'price',
      of: ({ limit_price, fid }, context) =>
        priceMeasured(limit_price?.amount ? timesMoney(limit_price.amount, runningOf(fid, context)) : null),
    },
  },
  {
    id: 'volumes',
    header: 'VOLUMES',
    width: 10,
    grows: 18,
    drops: 8,
    cell: (bid, context) => ({
      text:
        volumesOf(bid)
          .map((fid) => nameIn('volumes', fid, context))
          .join(', ') || context.signs.none,
      tone: 'dim',
    }),
    sortBy: (bid) => volumesOf(bid).length,
  },
  ageColumn(7),
  createdColumn(10),
  textColumn({ id: 'by', header: 'BY', width: 12, grows: 20, drops: 9, optional: true }, (bid) => bid.created_by),
  textColumn(
    { id: 'cluster', header: 'CLUSTER', width: 10, grows: 20, drops: 11, optional: true },
    (bid) => bid.launch_specification?.kubernetes_cluster ?? null,
  ),
  identifierColumn({ id: 'project', header: 'PROJECT', width: 12, drops: 12, optional: true }, (bid) => bid.project),
  fidColumn(13),
];

const ended = (bid: Bid, verb: string): string | null =>
  isStatus(bid.status, 'terminated') ? `${called(bid)} has ended, so it can't be ${verb}.` : null;

function askToCancel(bids: readonly Bid[], context: Context): Confirmation {
  const stopping = bids.reduce((sum, { fid }) => sum + instancesOf(fid, context).length, 0);
  const only = bids.length === 1 ? bids[0] : undefined;
  return {
    title: only === undefined ? `Cancel ${bids.length} bids` : `Cancel the bid ${called(only)}`,
    lines: [
      ...bids.map((bid) => ({
        text: `${called(bid)}  ${calledHere(bid.instance_type ?? '', context.names)}  ${runningOf(bid.fid, context)} running`,
      })),
      {
        text:
          stopping === 0
            ? 'No instance runs on it now.'
            : `${stopping === 1 ? '1 instance' : `${stopping} instances`} will stop.`,
        tone: stopping === 0 ? 'plain' : 'warn',
      },
      { text: 'Cancelling can not be undone.', tone: 'warn' },
    ],
    typed: only === undefined ? String(bids.length) : null,
  };
}

const actions: readonly Action<Bid>[] = [
  {
    id: 'pause-bid',
    set: 'pauses',
    key: 'p',
    label: 'Pause the bid: its instances stop',
    hint: 'pause',
    refuses: (bid) =>
      ended(bid, 'paused') ?? (isStatus(bid.status, 'paused') ? `${called(bid)} is paused already.` : null),
    does: { kind: 'write', write: pauseBid },
  },
  {
    id: 'resume-bid',
    set: 'resumes',
    key: 'r',
    label: 'Resume the bid',
    hint: 'resume',
    refuses: (bid) => ended(bid, 'resumed'),
    does: { kind: 'write', write: resumeBid },
  },
  {
    id: 'edit-bid',
    command: 'update',
    key: 'e',
    label: 'Change the limit price or the volumes',
    hint: 'edit',
    refuses: (bid) => ended(bid, 'changed'),
    does: { kind: 'form', fields: updateBidFields, open: updateBidForm },
  },
  {
    id: 'place-bid',
    key: 'n',
    label: 'Place a new bid',
    hint: 'new',
    does: { kind: 'new', fields: placeBidFields, open: (context) => placeBidForm(null, context) },
  },
  {
    id: 'place-bid-like',
    command: 'place',
    key: 'N',
    label: 'Place a new bid like this one',
    hint: 'new like it',
    does: { kind: 'form', fields: placeBidFields, open: placeBidForm },
  },
  {
    id: 'cancel-bid',
    key: 'x',
    label: 'Cancel the bid: asks first',
    hint: 'cancel',
    refuses: (bid) => ended(bid, 'cancelled'),
    does: { kind: 'destroy', ask: askToCancel, write: cancelBid },
  },
  {
    id: 'bid-ssh',
    key: 's',
    label: 'Log in over SSH to an instance of it',
    hint: null,
    refuses: noLoginOfBid,
    does: {
      kind: 'ssh',
      where: 'window',
      to: (bid, context) => {
        const instance = instanceToLogIn(bid, context);
        return instance === undefined ? null : loginTo(instance);
      },
    },
  },
  {
    id: 'bid-history',
    key: 'h',
    label: 'History: its states, instances and prices over time',
    hint: 'history',
    does: { kind: 'history' },
  },
  {
    id: 'bid-instances',
    key: 'i',
    label: 'Go to its instances',
    hint: 'instances',
    does: {
      kind: 'jump',
      to: (bid, context) =>
        instancesOf(bid.fid, context).length === 0
          ? `${called(bid)} has no instances now.`
          : { pane: 'instances', fid: null, filter: `bid:=${quoted(called(bid))}` },
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
          text: `${priceOf(bid, context).text} per instance and hour`,
          copy: bid.limit_price?.text ?? '',
        },
        { label: 'Running', text: `${runningOf(bid.fid, context)} of ${bid.instance_quantity ?? '?'} wanted` },
        { label: 'Cost an hour', text: `${costOf(bid, context).text} at most` },
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
    {
      title: 'Instances',
      lines: instancesOf(bid.fid, context).map((instance) => ({
        label: instance.name || instance.fid,
        ...statusCell('instance', instance.status, context.signs),
        copy: instance.fid,
      })),
    },
  ];
}

export const bids: Resource<'bids'> = {
  name: 'bids',
  key: '1',
  title: 'Bids',
  words: { list: 'bids', one: 'bid' },
  one: 'bid',
  empty: (key) => `No bids yet. Press ${key('place-bid', 'n')} to place the first one.`,
  columns,
  sort: { column: 'price', descending: true },
  actions,
  detail,
  called,
  copies: [],
  relates: (bid, pane, fid, context) =>
    pane === 'instances' && context.rowsOf('instances').get(fid)?.row.bid === bid.fid,
};

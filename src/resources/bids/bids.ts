import { type Bid, bidEndpoints } from '../../contract/bid.ts';
import { shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped, type Money, timesMoney } from '../../lib/money.ts';
import type { Cell } from '../cell.ts';
import type { Context } from '../context.ts';
import { wordSentence, words } from '../glossary.ts';
import { detailIdentifier, identifierColumn, labelOf } from '../parts/aliases.ts';
import { costCounts, costOfCounts, isNothing, shownPrice, shownPriceText, tableAmount } from '../parts/amounts.ts';
import {
  ageColumn,
  createdColumn,
  detailText,
  detailTime,
  fidColumn,
  nameColumn,
  nonNull,
  textColumn,
  withUnreadableCells,
} from '../parts/columns.ts';
import { chargedOf, exposureOf, instancesOf, instancesSection, nameIn, runningOf, volumesOf } from '../parts/joins.ts';
import {
  isStarting,
  isStatus,
  preemptionLine,
  STATUS_ROOM,
  statusCell,
  statusRank,
  statusWithClock,
  statusWord,
} from '../parts/status.ts';
import { regionColumn, typeColumn } from '../parts/type-and-region.ts';
import { fidsText, numberText, plain, projectPlaceholders } from '../placeholders.ts';
import type { Measure } from '../quantities.ts';
import type { Column, DetailLine, DetailSection, Exposure, GroupSum, ServiceResource } from '../resource.ts';

function statusOf(bid: Bid, context: Context): Cell {
  const pending = context.pending(bid.fid);
  if (pending === null) return statusWithClock('bid', bid, context);
  const text = `${context.glyphs.busy} ${pending.label}`;
  if (pending.acceptedMs === null) return { text: `${text}${context.glyphs.more}`, tone: 'busy' };
  const end = `${shortDuration(pending.acceptedMs)} ago`;
  return { text: `${text} accepted ${end}`, tone: 'busy', end };
}

/** Urgent bids first: after preempted ones those with lost instances, then waiting and starting ones. */
function needRank({ fid, status, instance_quantity: wanted }: Bid, context: Context): string {
  const isWhole = wanted === null || !context.isRead('instances') || runningOf(fid, context) >= wanted;
  if (!isStatus(status, 'allocated') || isWhole) return statusRank('bid', status);
  const starts = instancesOf(fid, context).some((instance) => isStarting(instance.status));
  return `${starts ? STARTS : PARTLY_LOST} ${statusWord('bid', status)}`;
}

const PARTLY_LOST = '1.5';
const STARTS = '3.5';

function priceOf(bid: Bid, context: Context): Cell {
  const text = shownPrice(bid.limit_price);
  const requested = context.pending(bid.fid)?.price ?? null;
  if (requested !== null)
    return { text: `${text ?? context.glyphs.none}${context.glyphs.arrow}${shownPriceText(requested)}`, tone: 'busy' };
  return text === null ? { text: context.glyphs.none, tone: 'dim' } : { text };
}

/** Marked where somebody else raised it. */
function limitOf(bid: Bid, context: Context): Cell {
  const cell = priceOf(bid, context);
  return context.raisedFrom(bid.fid) === null
    ? cell
    : { ...cell, text: `${context.glyphs.up}${cell.text}`, tone: 'bad' };
}

const hourlyCost = (bids: readonly Bid[], context: Context): Exposure =>
  exposureOf(bids, ({ fid }) => ({ count: chargedOf(fid, context) }));

/** Null when nothing is charged, or it is not known. */
const costKey = (bid: Bid, context: Context): bigint | null => {
  const cost = hourlyCost([bid], context);
  return cost.kind === 'known' ? (cost.amounts[0]?.micros ?? null) : null;
};

function costOf(bid: Bid, context: Context): Cell {
  const cost = hourlyCost([bid], context);
  if (isNothing(cost)) return { text: context.glyphs.none, tone: 'dim' };
  return { text: tableAmount(cost, context.glyphs), tone: cost.kind === 'known' ? 'plain' : 'warn' };
}

/** An unknown quantity counts as its running instances. */
const runningSum: GroupSum<Bid> = {
  kind: 'counts',
  of: ({ fid, instance_quantity }, context) => {
    const running = runningOf(fid, context);
    return new Map([
      ['running', BigInt(running)],
      ['wanted', BigInt(instance_quantity ?? running)],
    ]);
  },
  text: (counts) => `${counts.get('running') ?? 0n}/${counts.get('wanted') ?? 0n}`,
};

const costSum: GroupSum<Bid> = {
  kind: 'counts',
  of: (bid, context) => costCounts(hourlyCost([bid], context)),
  text: (counts, { glyphs }) => {
    const sum = costOfCounts(counts);
    return isNothing(sum) ? glyphs.none : tableAmount(sum, glyphs);
  },
};

function runningCell(bid: Bid, context: Context): Cell {
  const running = runningOf(bid.fid, context);
  const wanted = bid.instance_quantity;
  const short = wanted !== null && running < wanted;
  const resting = isStatus(bid.status, 'paused') || isStatus(bid.status, 'terminated');
  return { text: `${running}/${wanted ?? '?'}`, tone: resting ? 'dim' : short ? 'warn' : 'plain' };
}

const priceMeasured = (money: Money | null): Measure | null =>
  money === null ? null : { amount: money.micros, unit: money.sign };

const bidColumns: readonly Column<Bid>[] = withUnreadableCells<Bid>([
  nameColumn(),
  {
    id: 'status',
    reads: ['status'],
    header: 'STATUS',
    ...STATUS_ROOM,
    maxWidth: '! resume accepted 59s ago'.length,
    priority: 1,
    cell: statusOf,
    sortBy: (bid, context) => `${needRank(bid, context)} ${(bid.name || bid.fid).toLowerCase()}`,
    // The cell shows a pending write instead; a filter still finds the bid by its status.
    filterText: (bid) => bid.status ?? '',
    groupBy: (bid, { glyphs }) => statusCell('bid', bid.status, glyphs).text,
  },
  typeColumn(5),
  regionColumn(6),
  {
    id: 'run',
    header: 'RUN',
    width: 5,
    align: 'right',
    priority: 2,
    cell: runningCell,
    largestFirst: true,
    sortBy: (bid, context) => runningOf(bid.fid, context),
    sum: runningSum,
    aliases: ['qty', 'quantity'],
    compareAs: {
      kind: 'number',
      of: ({ instance_quantity }) => (instance_quantity === null ? null : { amount: instance_quantity, unit: '' }),
    },
  },
  {
    id: 'price',
    reads: ['limit_price'],
    header: 'LIMIT',
    width: 9,
    align: 'right',
    priority: 3,
    cell: limitOf,
    largestFirst: true,
    sortBy: (bid) => bid.limit_price?.amount?.micros ?? null,
    compareAs: { kind: 'price', of: ({ limit_price }) => priceMeasured(limit_price?.amount ?? null) },
  },
  {
    id: 'cost',
    header: 'COST/H',
    width: 10,
    align: 'right',
    priority: 4,
    cell: costOf,
    largestFirst: true,
    sortBy: costKey,
    sum: costSum,
    compareAs: {
      kind: 'price',
      of: (bid, context) =>
        priceMeasured(bid.limit_price?.amount ? timesMoney(bid.limit_price.amount, chargedOf(bid.fid, context)) : null),
    },
  },
  {
    id: 'volumes',
    reads: ['launch_specification'],
    header: 'VOLUMES',
    width: 10,
    maxWidth: 18,
    priority: 9,
    hidesEmpty: true,
    cell: (bid, context) => ({
      text:
        volumesOf(bid)
          .map((fid) => nameIn('volumes', fid, context))
          .join(', ') || context.glyphs.none,
      tone: 'dim',
    }),
    largestFirst: true,
    sortBy: (bid) => volumesOf(bid).length || null,
  },
  ageColumn(7),
  createdColumn(11),
  textColumn(
    { id: 'by', header: 'BY', width: 12, maxWidth: 20, priority: 10, optional: true, reads: ['created_by'] },
    (bid) => bid.created_by,
  ),
  textColumn(
    {
      id: 'cluster',
      header: 'CLUSTER',
      width: 10,
      maxWidth: 20,
      priority: 12,
      optional: true,
      reads: ['launch_specification'],
    },
    (bid) => bid.launch_specification?.kubernetes_cluster ?? null,
  ),
  identifierColumn(
    { id: 'project', header: 'PROJECT', width: 12, priority: 13, optional: true, reads: ['project'] },
    (bid) => bid.project,
  ),
  fidColumn(14),
]);

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

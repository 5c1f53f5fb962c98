import type { Bid } from '../../contract/bid.ts';
import { shortDuration } from '../../lib/duration.ts';
import { type Money, timesMoney } from '../../lib/money.ts';
import type { Cell } from '../cell.ts';
import type { Context } from '../context.ts';
import { identifierColumn } from '../parts/aliases.ts';
import { costCounts, costOfCounts, isNothing, shownPrice, shownPriceText, tableAmount } from '../parts/amounts.ts';
import { ageColumn, createdColumn, fidColumn, nameColumn, textColumn, withUnreadableCells } from '../parts/columns.ts';
import { chargedOf, exposureOf, instancesOf, nameIn, runningOf } from '../parts/joins.ts';
import {
  isStarting,
  isStatus,
  STATUS_ROOM,
  statusCell,
  statusRank,
  statusWithClock,
  statusWord,
} from '../parts/status.ts';
import { regionColumn, typeColumn } from '../parts/type-and-region.ts';
import type { Measure } from '../quantities.ts';
import type { Column, Exposure, GroupSum } from '../resource.ts';

/** The status, or the pending write. */
export function statusOf(bid: Bid, context: Context): Cell {
  const pending = context.pending(bid.fid);
  if (pending === null) return statusWithClock('bid', bid, context);
  const text = `${context.glyphs.busy} ${pending.label}`;
  if (pending.acceptedMs === null) return { text: `${text}${context.glyphs.more}`, tone: 'busy' };
  const end = `${shortDuration(pending.acceptedMs)} ago`;
  return { text: `${text} accepted ${end}`, tone: 'busy', end };
}

/**
 * A sort key: what needs somebody most comes first. A bid that lost a part of its instances is between what is being preempted and what waits,
 * one whose missing instances start is beside what waits.
 */
function needRank({ fid, status, instance_quantity: wanted }: Bid, context: Context): string {
  const isWhole = wanted === null || !context.isRead('instances') || runningOf(fid, context) >= wanted;
  if (!isStatus(status, 'allocated') || isWhole) return statusRank('bid', status);
  const starts = instancesOf(fid, context).some((instance) => isStarting(instance.status));
  return `${starts ? STARTS : PARTLY_LOST} ${statusWord('bid', status)}`;
}

/** Ranks between those of statuses. */
const PARTLY_LOST = '1.5';
const STARTS = '3.5';

/** The limit price, with the requested one while that write is pending. */
export function priceOf(bid: Bid, context: Context): Cell {
  const text = shownPrice(bid.limit_price);
  const requested = context.pending(bid.fid)?.price ?? null;
  if (requested !== null)
    return { text: `${text ?? context.glyphs.none}${context.glyphs.arrow}${shownPriceText(requested)}`, tone: 'busy' };
  return text === null ? { text: context.glyphs.none, tone: 'dim' } : { text };
}

/** The limit price, marked where somebody else raised it. */
function limitOf(bid: Bid, context: Context): Cell {
  const cell = priceOf(bid, context);
  return context.raisedFrom(bid.fid) === null
    ? cell
    : { ...cell, text: `${context.glyphs.up}${cell.text}`, tone: 'bad' };
}

/** The highest cost per hour of some bids, of the instances that may be charged at their limit prices. */
const hourlyCost = (bids: readonly Bid[], context: Context): Exposure =>
  exposureOf(bids, ({ fid }) => ({ count: chargedOf(fid, context) }));

/** A sort key: the cost per hour of one bid; null when there is none, or it is not known. */
const costKey = (bid: Bid, context: Context): bigint | null => {
  const cost = hourlyCost([bid], context);
  return cost.kind === 'known' ? (cost.amounts[0]?.micros ?? null) : null;
};

/** The cost per hour in words. */
export function costOf(bid: Bid, context: Context): Cell {
  const cost = hourlyCost([bid], context);
  if (isNothing(cost)) return { text: context.glyphs.none, tone: 'dim' };
  return { text: tableAmount(cost, context.glyphs), tone: cost.kind === 'known' ? 'plain' : 'warn' };
}

/** Running instances of wanted ones; an unknown quantity counts as its running instances. */
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

/** The running instances of the wanted ones, with a warning when some are missing. */
function runningCell(bid: Bid, context: Context): Cell {
  const running = runningOf(bid.fid, context);
  const wanted = bid.instance_quantity;
  const short = wanted !== null && running < wanted;
  const resting = isStatus(bid.status, 'paused') || isStatus(bid.status, 'terminated');
  return { text: `${running}/${wanted ?? '?'}`, tone: resting ? 'dim' : short ? 'warn' : 'plain' };
}

const priceMeasured = (money: Money | null): Measure | null =>
  money === null ? null : { amount: money.micros, unit: money.sign };

/** The volumes that a bid's instances start with. */
export const volumesOf = (bid: Bid) => bid.launch_specification?.volumes ?? [];

/** The columns of bids: default ones first, then optional ones. */
export const bidColumns: readonly Column<Bid>[] = withUnreadableCells<Bid>([
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

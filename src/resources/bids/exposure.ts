import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { addSums, leastIn, leastOf, type Part, type Standing, type Sum, standingTo, sumOf } from '../../lib/sum.ts';
import type { Context } from '../context.ts';
import { unknownCost } from '../parts/amounts.ts';
import { type Counted, chargedOf, costPart, exposureOf, isCharged, runningOf } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Exposure, Unpriced } from '../resource.ts';

/** Running and committed instances of some bids, and the highest cost per hour of each. */
export type ExposureShare = {
  readonly title: string;
  readonly running: number;
  readonly wanted: number;
  readonly now: Exposure;
  readonly committed: Exposure;
};

/** Whether a bid still wants instances: it is neither ended nor paused. */
export const wants = ({ status }: Bid): boolean => !isStatus(status, 'terminated') && !isStatus(status, 'paused');

/** How many instances of a bid count now: those that may be charged. */
export const chargedInstances = (_: Bid, charged: number): Counted => ({ count: charged });

/**
 * How many instances of a bid count as committed: its whole quantity while it is neither paused nor ended, because an open bid can be filled
 * at any time, and never fewer than may be charged. What is being preempted is replaced, not added.
 */
export function committedInstances(bid: Bid, charged: number): Counted {
  return wants(bid) ? filledInstances(bid.instance_quantity, charged) : { count: charged };
}

/**
 * How many instances a bid has at most once it is filled, and never fewer than may be charged. Nobody knows it of a quantity that can't be
 * read, or that says none where some are.
 */
export function filledInstances(quantity: number | null, charged: number): Counted {
  if (quantity === null || (quantity === 0 && charged > 0)) return { count: null, atLeast: charged };
  return { count: Math.max(charged, quantity) };
}

/** The quantity of a bid that is made to run or to cost more: one that asks for no instance does not say how many it can get. */
export const quantityToRun = ({ instance_quantity: quantity }: Pick<Bid, 'instance_quantity'>): number | null =>
  quantity === 0 ? null : quantity;

/** The number of instances that a bid wants, and never fewer than run; a quantity that can't be read counts as those that run. */
export const wantedInstances = (bid: Bid, running: number): number =>
  wants(bid) ? Math.max(running, bid.instance_quantity ?? running) : running;

/**
 * How many instances run of those that are wanted. Wanted is what the bids that are neither paused nor ended ask for, and never fewer
 * than run. `withoutBid` run without a listed bid: they count in both, and in no cost.
 */
export type FleetCounts = {
  readonly running: number;
  readonly wanted: number;
  readonly withoutBid: number;
};

/** What the cost of a fleet is computed from: its lists, what may be charged of each bid, and what of the lists could not be read. */
export type Fleet = {
  readonly bids: RowsOf<Bid>;
  readonly instances: RowsOf<Instance>;
  readonly charged: (bid: string) => number;
  readonly unread: readonly Unpriced[];
};

type RowsOf<Row> = ReadonlyMap<string, ListedRow<Row>>;

/** Whether an instance may be charged and nothing says how much: its bid is not listed. One of a reservation is not on the spot market. */
const isUnlisted = (instance: Instance, hasBid: (bid: string) => boolean): boolean =>
  isCharged(instance) && (instance.bid === null ? instance.reservation === null : !hasBid(instance.bid));

/** A part of the cost of a fleet, and the bid or instance that it is of. */
export type FleetPart = Part<Unpriced> & { readonly row: Bid | Instance };

/** The parts of the cost of a fleet that some instances are without their bids: what they cost is not known. */
export const unlistedParts = (instances: Iterable<Instance>, hasBid: (bid: string) => boolean): readonly FleetPart[] =>
  Array.from(instances).flatMap((row): readonly FleetPart[] =>
    isUnlisted(row, hasBid)
      ? [{ of: { of: 'instance', name: row.name || row.fid }, each: null, count: null, row }]
      : [],
  );

/** The cost per hour of a fleet in parts, for a number of instances of each bid. The cost of what belongs to no listed bid is not known. */
export function fleetParts(
  { bids, instances, charged }: Omit<Fleet, 'unread'>,
  counted: (bid: Bid, charged: number) => Counted,
): readonly FleetPart[] {
  return [
    ...Array.from(bids.values(), ({ row }) => ({ ...costPart(row, counted(row, charged(row.fid))), row })),
    ...unlistedParts(
      Array.from(instances.values(), ({ row }) => row),
      (bid) => bids.has(bid),
    ),
  ];
}

function fleetCost({ unread, ...fleet }: Fleet, counted: Parameters<typeof fleetParts>[1]): Exposure {
  return sumOf<Unpriced>([...fleetParts(fleet, counted), ...unread.map((of) => ({ of, each: null, count: null }))]);
}

/** The cost per hour of running and open bids at their limit prices, if all of them are filled. */
export const fleetCommitted = (fleet: Fleet): Exposure => fleetCost(fleet, committedInstances);

/** What could not be read of some lists, for a cost: rows, and those behind the last page that was read. */
export function unreadOf(
  lists: readonly { readonly rows: number; readonly hasMore: boolean; readonly name: string }[],
): readonly Unpriced[] {
  return lists.flatMap(({ rows, hasMore, name }): readonly Unpriced[] => [
    ...Array.from({ length: rows }, (): Unpriced => ({ of: 'row', name: `a row of ${name} that can't be read` })),
    ...(hasMore ? [{ of: 'row', name: `the rest of the list of ${name}` } as const] : []),
  ]);
}

/** The fleet of a context. */
export function fleetIn({ rowsOf, instancesOf, unreadableIn, hasMore }: Context): Fleet {
  return {
    bids: rowsOf('bids'),
    instances: rowsOf('instances'),
    charged: (bid) => instancesOf(bid).charged,
    unread: unreadOf(
      (['bids', 'instances'] as const).map((name) => ({ name, rows: unreadableIn(name), hasMore: hasMore(name) })),
    ),
  };
}

/** Whether the committed cost is known: it needs the lists of bids and of instances. */
export const knowsCommitted = ({ isRead }: Context): boolean => isRead('bids') && isRead('instances');

/** The share of some bids, under a title. */
export function exposureShareOf(title: string, bids: readonly Bid[], context: Context): ExposureShare {
  const sum = (count: (bid: Bid) => number): number => bids.reduce((total, bid) => total + count(bid), 0);
  const charged = ({ fid }: Bid): number => chargedOf(fid, context);
  return {
    title,
    running: sum(({ fid }) => runningOf(fid, context)),
    wanted: sum((bid) => wantedInstances(bid, runningOf(bid.fid, context))),
    now: exposureOf(bids, (bid) => ({ count: charged(bid) })),
    committed: exposureOf(bids, (bid) => committedInstances(bid, charged(bid))),
  };
}

/** Groups the bids that run or want to by a title, most expensive first. Of several currencies the first one is compared. */
export function exposureSharesBy(
  titleOf: (bid: Bid) => string,
  bids: readonly Bid[],
  context: Context,
): readonly ExposureShare[] {
  const groups = new Map<string, Bid[]>();
  for (const bid of bids) {
    if (committedInstances(bid, chargedOf(bid.fid, context)).count === 0) continue;
    const title = titleOf(bid);
    const others = groups.get(title);
    if (others === undefined) groups.set(title, [bid]);
    else others.push(bid);
  }
  const size = ({ now, committed }: ExposureShare): readonly bigint[] => [
    leastOf(now)[0]?.micros ?? 0n,
    leastOf(committed)[0]?.micros ?? 0n,
  ];
  return [...groups]
    .map(([title, own]) => exposureShareOf(title, own, context))
    .toSorted((a, b) => {
      const [nowA = 0n, allA = 0n] = size(a);
      const [nowB = 0n, allB = 0n] = size(b);
      if (nowA !== nowB) return nowA < nowB ? 1 : -1;
      return allA === allB ? (a.title < b.title ? -1 : 1) : allA < allB ? 1 : -1;
    });
}

/**
 * The committed cost per hour in the currency of a price: now, and when a bid has that price and quantity and is
 * filled. A new bid is null. A paused bid counts only afterwards, as if it were resumed.
 */
export function committedWith(
  bid: Bid | null,
  price: Money,
  quantity: number | null,
  context: Context,
): BeforeAndAfter {
  return committedWithAll([{ bid, price, quantity }], context);
}

/** A committed cost per hour, before and after a change. */
export type BeforeAndAfter = { readonly before: Exposure; readonly after: Exposure };

/** A bid with its price and quantity after a change, null where they can't be read; `bid` is null for a new one. */
export type BidAtPrice = { readonly bid: Bid | null; readonly price: Money | null; readonly quantity: number | null };

/** The committed cost per hour, before and after several different bids change together. */
export function committedWithAll(changes: readonly BidAtPrice[], context: Context): BeforeAndAfter {
  const fleet = fleetIn(context);
  const changed = new Set(changes.flatMap(({ bid }) => bid?.fid ?? []));
  const before = fleetCommitted(fleet);
  const stays = fleetCost(fleet, (bid, charged) =>
    changed.has(bid.fid) ? { count: 0 } : committedInstances(bid, charged),
  );
  const parts = changes.map(({ bid, price, quantity }): Part<Unpriced> => {
    const counted = filledInstances(quantity, bid === null ? 0 : chargedOf(bid.fid, context));
    return { of: { of: 'bid', name: bid === null ? 'the new bid' : bid.name || bid.fid }, each: price, ...counted };
  });
  return { before, after: addSums([stays, sumOf(parts)]) };
}

/** The part of a budget that an amount in its currency uses, in whole percent rounded down. */
const percentOf = ({ micros }: Money, budget: Money): number =>
  budget.micros <= 0n ? 0 : Number((micros * 100n) / budget.micros);

/** Used part of the budget, in percent, from which on the console warns. */
export const BUDGET_WARNING = 80;

/** How much of a budget a cost uses, in whole percent rounded down, at least, and whether it stays within it. */
export type BudgetUse = { readonly percent: number; readonly standing: Standing };

/** The use of a budget by what of a cost is in its currency. */
export const budgetUse = (cost: Sum<unknown>, budget: Money): BudgetUse => ({
  percent: percentOf(leastIn(cost, budget.sign), budget),
  standing: standingTo(cost, budget),
});

/** The used part of a budget: `36 %`; while some of the cost is not known `at least 36 %`, or `an unknown part`. */
export function usedPart(cost: Sum<unknown>, budget: Money): string {
  const { percent } = budgetUse(cost, budget);
  if (cost.kind === 'known') return `${percent} %`;
  return percent === 0 ? 'an unknown part' : `at least ${percent} %`;
}

/**
 * How resuming some bids passes the budget: `over the budget of $60.00/h (96 % → 144 %)`, of running and open bids at their limit
 * prices; or that nobody can say whether it does. Null when it does not, or without a budget.
 */
export function resumedOverBudget(bids: readonly Bid[], context: Context): string | null {
  const { budget, glyphs } = context;
  if (budget === null || !knowsCommitted(context)) return null;
  const changes = bids.map((bid) => ({ bid, price: bid.limit_price?.amount ?? null, quantity: quantityToRun(bid) }));
  const { before, after } = committedWithAll(changes, context);
  const of = `the budget of ${formatMoneyGrouped(budget)}/h`;
  switch (standingTo(after, budget)) {
    case 'within':
      return null;
    case 'not-known':
      return `perhaps over ${of}: ${unknownCost(after)}`;
    case 'over':
      return `over ${of} (${usedPart(before, budget)} ${glyphs.arrow} ${usedPart(after, budget)})`;
  }
}

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

export type ExposureShare = {
  readonly title: string;
  readonly running: number;
  readonly wanted: number;
  readonly now: Exposure;
  readonly committed: Exposure;
};

/** Whether a bid wants instances: it has neither ended nor is paused. */
export const wants = ({ status }: Bid): boolean => !isStatus(status, 'terminated') && !isStatus(status, 'paused');

export const chargedInstances = (_: Bid, charged: number): Counted => ({ count: charged });

/** The whole quantity of an active bid, because it can be filled at any time; preempted instances are replaced. */
export function committedInstances(bid: Bid, charged: number): Counted {
  return wants(bid) ? filledInstances(bid.instance_quantity, charged) : { count: charged };
}

/** A filled bid's instances, never fewer than charged; unknown for an unreadable quantity, or none with instances. */
export function filledInstances(quantity: number | null, charged: number): Counted {
  if (quantity === null || (quantity === 0 && charged > 0)) return { count: null, atLeast: charged };
  return { count: Math.max(charged, quantity) };
}

/** A bid for no instance does not say how many it can get. */
export const quantityToRun = ({ instance_quantity: quantity }: Pick<Bid, 'instance_quantity'>): number | null =>
  quantity === 0 ? null : quantity;

/** The instances a bid wants, never fewer than run. */
export const wantedInstances = (bid: Bid, running: number): number =>
  wants(bid) ? Math.max(running, bid.instance_quantity ?? running) : running;

/** `withoutBid` run without a listed bid: they count in both, and in no cost. */
export type FleetCounts = {
  readonly running: number;
  readonly wanted: number;
  readonly withoutBid: number;
};

export type Fleet = {
  readonly bids: RowsOf<Bid>;
  readonly instances: RowsOf<Instance>;
  readonly charged: (bid: string) => number;
  readonly unread: readonly Unpriced[];
};

type RowsOf<Row> = ReadonlyMap<string, ListedRow<Row>>;

/** Nothing says how much it costs: its bid is not listed, and it is of no reservation. */
const isUnlisted = (instance: Instance, hasBid: (bid: string) => boolean): boolean =>
  isCharged(instance) && (instance.bid === null ? instance.reservation === null : !hasBid(instance.bid));

export type FleetPart = Part<Unpriced> & { readonly row: Bid | Instance };

/** Instances without their bids cost an unknown amount. */
export const unlistedParts = (instances: Iterable<Instance>, hasBid: (bid: string) => boolean): readonly FleetPart[] =>
  Array.from(instances).flatMap((row): readonly FleetPart[] =>
    isUnlisted(row, hasBid)
      ? [{ of: { of: 'instance', name: row.name || row.fid }, each: null, count: null, row }]
      : [],
  );

/** The cost per hour of a fleet in parts, for a number of instances of each bid. */
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

/** If all running and open bids are filled. */
export const fleetCommitted = (fleet: Fleet): Exposure => fleetCost(fleet, committedInstances);

export function unreadOf(
  lists: readonly { readonly rows: number; readonly hasMore: boolean; readonly name: string }[],
): readonly Unpriced[] {
  return lists.flatMap(({ rows, hasMore, name }): readonly Unpriced[] => [
    ...Array.from({ length: rows }, (): Unpriced => ({ of: 'row', name: `a row of ${name} that can't be read` })),
    ...(hasMore ? [{ of: 'row', name: `the rest of the list of ${name}` } as const] : []),
  ]);
}

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

export const knowsCommitted = ({ isRead }: Context): boolean => isRead('bids') && isRead('instances');

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

/** Most expensive first. Of several currencies the first one is compared. */
export function exposureSharesBy(
  titleOf: (bid: Bid) => string,
  bids: readonly Bid[],
  context: Context,
): readonly ExposureShare[] {
  const counting = bids.filter((bid) => committedInstances(bid, chargedOf(bid.fid, context)).count !== 0);
  const groups = Map.groupBy(counting, titleOf);
  const less = (one: Exposure, other: Exposure): number =>
    Number((leastOf(other)[0]?.micros ?? 0n) - (leastOf(one)[0]?.micros ?? 0n));
  return Array.from(groups, ([title, own]) => exposureShareOf(title, own, context)).toSorted(
    (a, b) => less(a.now, b.now) || less(a.committed, b.committed) || (a.title < b.title ? -1 : 1),
  );
}

export type BeforeAndAfter = { readonly before: Exposure; readonly after: Exposure };

/** A bid after a change; `bid` is null for a new one. */
export type BidAtPrice = { readonly bid: Bid | null; readonly price: Money | null; readonly quantity: number | null };

/** A paused bid counts only afterwards, as if it were resumed. */
export function committedWith(changes: readonly BidAtPrice[], context: Context): BeforeAndAfter {
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

const percentOf = ({ micros }: Money, budget: Money): number =>
  budget.micros <= 0n ? 0 : Number((micros * 100n) / budget.micros);

/** The console warns from this percentage on. */
export const BUDGET_WARNING = 80;

export type BudgetUse = { readonly percent: number; readonly standing: Standing };

export const budgetUse = (cost: Sum<unknown>, budget: Money): BudgetUse => ({
  percent: percentOf(leastIn(cost, budget.sign), budget),
  standing: standingTo(cost, budget),
});

/** `36 %`, `at least 36 %` or `an unknown part`. */
export function usedPart(cost: Sum<unknown>, budget: Money): string {
  const { percent } = budgetUse(cost, budget);
  if (cost.kind === 'known') return `${percent} %`;
  return percent === 0 ? 'an unknown part' : `at least ${percent} %`;
}

/** `over the budget of $60.00/h (96 % → 144 %)`, or perhaps over it; null when it is not. */
export function resumedOverBudget(bids: readonly Bid[], context: Context): string | null {
  const { budget, glyphs } = context;
  if (budget === null || !knowsCommitted(context)) return null;
  const changes = bids.map((bid) => ({ bid, price: bid.limit_price?.amount ?? null, quantity: quantityToRun(bid) }));
  const { before, after } = committedWith(changes, context);
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

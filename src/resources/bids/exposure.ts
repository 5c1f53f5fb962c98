import type { Bid } from '../../contract/bid.ts';
import type { BidFid } from '../../contract/fid.ts';
import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import { exposureOf, runningOf } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Exposure } from '../resource.ts';

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

/**
 * The number of instances a bid is committed to: its whole quantity while it is neither paused nor ended, because an
 * open bid can be filled at any time, and never fewer than run.
 */
export function committedInstances(bid: Bid, running: number): number {
  return wants(bid) ? Math.max(running, bid.instance_quantity ?? running) : running;
}

/**
 * How many instances run of those that are wanted. Wanted is what the bids that are neither paused nor ended ask for, and never fewer
 * than run. `withoutBid` run without a listed bid: they count in both, and in no cost.
 */
export type FleetCounts = {
  readonly running: number;
  readonly wanted: number;
  readonly withoutBid: number;
};

/** Counts a fleet by its bids, the running instances of each, and the number of all that run; the header and the exposure show it. */
export function fleetCounts(bids: Iterable<Bid>, runningOn: (bid: BidFid) => number, running: number): FleetCounts {
  let [wanted, ofBids] = [0, 0];
  for (const bid of bids) {
    const own = runningOn(bid.fid);
    ofBids += own;
    wanted += committedInstances(bid, own);
  }
  const withoutBid = Math.max(0, running - ofBids);
  return { running, wanted: wanted + withoutBid, withoutBid };
}

const committedIn = (bid: Bid, context: Context): number => committedInstances(bid, runningOf(bid.fid, context));

/** The cost per hour of running and open bids at their limit prices, if all of them are filled. */
export function committedOf(bids: Iterable<Bid>, context: Context): Exposure {
  return exposureOf(bids, (bid) => committedIn(bid, context));
}

/** Whether the committed cost is known: it needs the lists of bids and of instances. */
export const knowsCommitted = ({ isRead }: Context): boolean => isRead('bids') && isRead('instances');

/** The share of some bids, under a title. */
export function exposureShareOf(title: string, bids: readonly Bid[], context: Context): ExposureShare {
  const sum = (count: (bid: Bid) => number): number => bids.reduce((total, bid) => total + count(bid), 0);
  return {
    title,
    running: sum(({ fid }) => runningOf(fid, context)),
    wanted: sum((bid) => committedIn(bid, context)),
    now: exposureOf(bids, ({ fid }) => runningOf(fid, context)),
    committed: committedOf(bids, context),
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
    if (committedIn(bid, context) === 0) continue;
    const title = titleOf(bid);
    const others = groups.get(title);
    if (others === undefined) groups.set(title, [bid]);
    else others.push(bid);
  }
  const size = ({ now, committed }: ExposureShare): readonly bigint[] => [
    now[0]?.micros ?? 0n,
    committed[0]?.micros ?? 0n,
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

/** The amount of one currency in an exposure; zero when it has none. */
export function amountIn(exposure: Exposure, sign: string): Money {
  return exposure.find((money) => money.sign === sign) ?? { sign, micros: 0n, text: '' };
}

/**
 * The committed cost per hour in the currency of a price: now, and when a bid has that price and quantity and is
 * filled. A new bid is null. A paused bid counts only afterwards, as if it were resumed.
 */
export function committedWith(bid: Bid | null, price: Money, quantity: number, context: Context): BeforeAndAfter {
  return committedWithAll([{ bid, price, quantity }], price.sign, context);
}

/** A committed cost per hour in one currency, before and after a change. */
export type BeforeAndAfter = { readonly before: Money; readonly after: Money };

/** A bid with its price and quantity after a change; `bid` is null for a new one. */
export type BidAtPrice = { readonly bid: Bid | null; readonly price: Money; readonly quantity: number };

/** The committed cost per hour in one currency, before and after several different bids change together. */
export function committedWithAll(changes: readonly BidAtPrice[], sign: string, context: Context): BeforeAndAfter {
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const before = amountIn(committedOf(bids, context), sign);
  let { micros } = before;
  for (const { bid, price, quantity } of changes) {
    // The new price replaces that of the bid as it is now; a bid that is not listed is in no sum.
    const listed = bid === null ? undefined : context.rowOf('bids', bid.fid)?.row;
    const old = listed?.limit_price?.amount ?? null;
    if (listed !== undefined && old?.sign === sign) micros -= old.micros * BigInt(committedIn(listed, context));
    const running = bid === null ? 0 : runningOf(bid.fid, context);
    if (price.sign === sign) micros += price.micros * BigInt(Math.max(quantity, running));
  }
  return { before, after: { sign, micros, text: '' } };
}

/** The used part of a budget, in whole percent rounded down; null without a budget, or in another currency. */
export function budgetUsed(amount: Money, budget: Money | null): number | null {
  if (budget === null || budget.sign !== amount.sign || budget.micros <= 0n) return null;
  return Number((amount.micros * 100n) / budget.micros);
}

/** Used part of the budget, in percent, from which on the console warns. */
export const BUDGET_WARNING = 80;

/** Whether an amount is over the budget; exactly the budget is not. */
export function isOverBudget(amount: Money, budget: Money | null): boolean {
  return budget !== null && budget.sign === amount.sign && amount.micros > budget.micros;
}

/**
 * How resuming some bids passes the budget: `over the budget of $60.00/h (96 % → 144 %)`, of running and open bids at their limit
 * prices. Null when it does not, or when that is not known.
 */
export function resumedOverBudget(bids: readonly Bid[], context: Context): string | null {
  const { budget, glyphs } = context;
  if (budget === null || !knowsCommitted(context)) return null;
  const changes = bids.flatMap((bid): readonly BidAtPrice[] => {
    const price = bid.limit_price?.amount ?? null;
    return price === null ? [] : [{ bid, price, quantity: bid.instance_quantity ?? 1 }];
  });
  const { before, after } = committedWithAll(changes, budget.sign, context);
  if (!isOverBudget(after, budget)) return null;
  return `over the budget of ${formatMoneyGrouped(budget)}/h (${budgetUsed(before, budget)} % ${glyphs.arrow} ${budgetUsed(after, budget)} %)`;
}

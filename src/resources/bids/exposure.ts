import type { Bid } from '../../contract/bid.ts';
import type { Money } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import { exposureOf, runningOf } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Exposure } from '../resource.ts';

/** Some bids together: their running and committed instances, and what each of the two costs an hour at most. */
export type ExposureShare = {
  readonly title: string;
  readonly running: number;
  readonly wanted: number;
  readonly now: Exposure;
  readonly committed: Exposure;
};

/** Whether a bid still wants instances: it has not ended and is not paused. */
export const wants = ({ status }: Bid): boolean => !isStatus(status, 'terminated') && !isStatus(status, 'paused');

/**
 * How many instances a bid is committed to: its whole quantity while it is neither paused nor ended, because an open bid can
 * be filled at any time, and never fewer than run.
 */
export function committedInstances(bid: Bid, running: number): number {
  return wants(bid) ? Math.max(running, bid.instance_quantity ?? running) : running;
}

const committedIn = (bid: Bid, context: Context): number => committedInstances(bid, runningOf(bid.fid, context));

/** What running and open bids together cost an hour at their limit prices, if all of them are filled. */
export function committedOf(bids: Iterable<Bid>, context: Context): Exposure {
  return exposureOf(bids, (bid) => committedIn(bid, context));
}

/** Whether the committed cost can be known: it takes all bids, and what runs on them. */
export const knowsCommitted = ({ isRead }: Context): boolean => isRead('bids') && isRead('instances');

/** What some bids come to. */
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

/** The bids that run or want to, by what they have in common, the dearest first; of several currencies none is dearer, so the first one counts. */
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

/** The amount of one currency in an exposure; none of it is zero. */
export function amountIn(exposure: Exposure, sign: string): Money {
  return exposure.find((money) => money.sign === sign) ?? { sign, micros: 0n, text: '' };
}

/**
 * The committed cost an hour in the currency of a price: now, and when a bid has that price and quantity and is filled. A new
 * bid is null. A paused bid counts only afterwards, as if it were resumed.
 */
export function committedWith(bid: Bid | null, price: Money, quantity: number, context: Context): BeforeAndAfter {
  return committedWithAll([{ bid, price, quantity }], price.sign, context);
}

/** A committed cost an hour in one currency, before and after a change. */
export type BeforeAndAfter = { readonly before: Money; readonly after: Money };

/** A bid with the price and quantity that it would have; `bid` is null for a new one. */
export type Repriced = { readonly bid: Bid | null; readonly price: Money; readonly quantity: number };

/** The same for several different bids that change together, in one currency. */
export function committedWithAll(changes: readonly Repriced[], sign: string, context: Context): BeforeAndAfter {
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const before = amountIn(committedOf(bids, context), sign);
  let { micros } = before;
  for (const { bid, price, quantity } of changes) {
    // The bid as it is now, which the new price takes the place of; one that is not listed is in no sum.
    const listed = bid === null ? undefined : context.rowOf('bids', bid.fid)?.row;
    const old = listed?.limit_price?.amount ?? null;
    if (listed !== undefined && old?.sign === sign) micros -= old.micros * BigInt(committedIn(listed, context));
    const running = bid === null ? 0 : runningOf(bid.fid, context);
    if (price.sign === sign) micros += price.micros * BigInt(Math.max(quantity, running));
  }
  return { before, after: { sign, micros, text: '' } };
}

/** How much of a budget is used, in whole percent rounded down; null without a budget, or in another currency. */
export function budgetUsed(amount: Money, budget: Money | null): number | null {
  if (budget === null || budget.sign !== amount.sign || budget.micros <= 0n) return null;
  return Number((amount.micros * 100n) / budget.micros);
}

/** From this many percent of the budget on it is warned of. */
export const BUDGET_WARNING = 80;

/** Whether an amount is over the budget; exactly the budget is not. */
export function isOverBudget(amount: Money, budget: Money | null): boolean {
  return budget !== null && budget.sign === amount.sign && amount.micros > budget.micros;
}

import type { Bid } from '../contract/bid.ts';
import { type Money, sumMoney, timesMoney } from '../lib/money.ts';
import { exposureOf, runningOf } from './joins.ts';
import type { Context, Exposure } from './resource.ts';
import { isStatus } from './status.ts';

/** Some bids together: what runs of what is wanted, and what that costs an hour at most, now and if all of it ran. */
export type Stake = {
  readonly title: string;
  readonly running: number;
  readonly wanted: number;
  readonly now: Exposure;
  readonly all: Exposure;
};

/** Whether a bid still wants instances: it has not ended and is not paused. */
const wants = ({ status }: Bid): boolean => !isStatus(status, 'terminated') && !isStatus(status, 'paused');

/** How many instances a bid has or wants: never fewer than run. */
function wantedOf(bid: Bid, context: Context): number {
  const running = runningOf(bid.fid, context);
  return wants(bid) ? Math.max(running, bid.instance_quantity ?? running) : running;
}

/** What some bids come to. */
export function stakeOf(title: string, bids: readonly Bid[], context: Context): Stake {
  const sum = (count: (bid: Bid) => number): number => bids.reduce((total, bid) => total + count(bid), 0);
  const all = sumMoney(
    bids.flatMap((bid) => {
      const wanted = wantedOf(bid, context);
      const price = bid.limit_price?.amount ?? null;
      return price === null || wanted === 0 ? [] : [timesMoney(price, wanted)];
    }),
  );
  return {
    title,
    running: sum(({ fid }) => runningOf(fid, context)),
    wanted: sum((bid) => wantedOf(bid, context)),
    now: exposureOf(bids, (fid) => runningOf(fid, context)),
    all,
  };
}

/** The bids that run or want to, by what they have in common, the dearest first; of several currencies none is dearer, so the first one counts. */
export function stakesBy(titleOf: (bid: Bid) => string, bids: readonly Bid[], context: Context): readonly Stake[] {
  const groups = new Map<string, Bid[]>();
  for (const bid of bids) {
    if (wantedOf(bid, context) === 0) continue;
    const title = titleOf(bid);
    const others = groups.get(title);
    if (others === undefined) groups.set(title, [bid]);
    else others.push(bid);
  }
  const size = ({ now, all }: Stake): readonly bigint[] => [now[0]?.micros ?? 0n, all[0]?.micros ?? 0n];
  return [...groups]
    .map(([title, own]) => stakeOf(title, own, context))
    .toSorted((a, b) => {
      const [nowA = 0n, allA = 0n] = size(a);
      const [nowB = 0n, allB = 0n] = size(b);
      if (nowA !== nowB) return nowA < nowB ? 1 : -1;
      return allA === allB ? (a.title < b.title ? -1 : 1) : allA < allB ? 1 : -1;
    });
}

/** The amount of one currency in an exposure; none of it is zero. */
export function amountIn(exposure: Exposure, sign: string): Money {
  return exposure.find((one) => one.sign === sign) ?? { sign, micros: 0n, text: '' };
}

/**
 * What everything that runs costs an hour at most, in the currency of a price: now, and when a bid has that price and all
 * that it wants runs. A new bid is null.
 */
export function exposureWith(
  bid: Bid | null,
  price: Money,
  quantity: number,
  context: Context,
): { readonly before: Money; readonly after: Money } {
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const before = amountIn(
    exposureOf(bids, (fid) => runningOf(fid, context)),
    price.sign,
  );
  const running = bid === null ? 0 : runningOf(bid.fid, context);
  // The bid as it is now, which the new price takes the place of; one that is not listed is in no sum.
  const listed = bid === null ? null : (context.rowOf('bids', bid.fid)?.row.limit_price?.amount ?? null);
  const own = listed?.sign === price.sign ? listed.micros * BigInt(running) : 0n;
  const micros = before.micros - own + price.micros * BigInt(Math.max(quantity, running));
  return { before, after: { sign: price.sign, micros, text: '' } };
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

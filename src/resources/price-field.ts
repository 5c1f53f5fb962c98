import type { Bid } from '../contract/bid.ts';
import { formatMoney, formatMoneyGrouped, type Money, parseMoney, timesMoney } from '../lib/money.ts';
import { BUDGET_WARNING, budgetUsed, exposureWith, isOverBudget } from './exposure.ts';
import type { Remark, Retype } from './form.ts';
import type { Context } from './resource.ts';

/** How many times the old price a new one may be before it has to be typed again. */
const STARTLING = 10n;

/** The price that was typed, with the sign it is sent with: `2`, `2.5` and `$2.50` all mean `$2.50`. Null when it is no amount. */
export function typedPrice(text: string): Money | null {
  const money = parseMoney(text);
  return money === null || money.sign !== '' ? money : { ...money, sign: '$' };
}

/** The price as it is sent; what can't be read is sent as typed, for the endpoint's schema to refuse. */
export function priceToSend(text: string): string {
  const money = typedPrice(text);
  return money === null ? text : formatMoney(money);
}

/** A limit price that is typed for a bid: a new one, one like another, or a change of one. */
export type PriceAsked = {
  readonly price: Money;
  /** Instances wanted. */
  readonly quantity: number;
  /** The bid that is changed; null for a new one. */
  readonly bid: Bid | null;
  /** The price before, or that of the bid it is like; null when there is none. */
  readonly old: Money | null;
};

/** What follows from a price while it is typed: what the bid costs an hour at most, what everything comes to with it, and the budget. */
export function costRemarks(text: string, quantity: number, bid: Bid | null, context: Context): readonly Remark[] {
  const price = typedPrice(text);
  if (price === null || !Number.isSafeInteger(quantity) || quantity < 1) return [];
  const { signs, budget } = context;
  const own: Remark = {
    text: `${formatMoneyGrouped(price)} ${signs.times} ${quantity} = ${formatMoneyGrouped(timesMoney(price, quantity))} an hour at most`,
    tone: 'accent',
  };
  if (!knowsAll(context)) return [own];
  const { before, after } = exposureWith(bid, price, quantity, context);
  return [
    own,
    {
      text: `All that runs: ${formatMoneyGrouped(before)} ${signs.arrow} ${formatMoneyGrouped(after)} an hour at most, with all of it running`,
      tone: 'plain',
    },
    ...budgetRemark(after, budget, signs.warn),
  ];
}

/** What everything costs is known only with all bids and what runs on them. */
const knowsAll = ({ isRead }: Context): boolean => isRead('bids') && isRead('instances');

function budgetRemark(after: Money, budget: Money | null, warning: string): readonly Remark[] {
  const used = budgetUsed(after, budget);
  if (used === null || budget === null) return [];
  const over = isOverBudget(after, budget);
  const sign = over || used >= BUDGET_WARNING ? `${warning} ` : '';
  return [
    {
      text: `${sign}${used} % of the budget of ${formatMoneyGrouped(budget)} an hour`,
      tone: over ? 'bad' : used >= BUDGET_WARNING ? 'warn' : 'dim',
    },
  ];
}

/** Why a price has to be typed again before it is sent; null when it need not be. Prices in different currencies can't be compared. */
export function retypeWhenStartling(asked: PriceAsked, context: Context): Retype | null {
  const reasons = [tenfold(asked), dearest(asked, context), overBudget(asked, context)].filter((why) => why !== null);
  if (reasons.length === 0) return null;
  const expected = formatMoney(asked.price);
  return { why: `${reasons.join(' ')} Type the price again to send it.`, expected };
}

const comparable = (a: Money, b: Money): boolean => a.sign === b.sign || a.sign === '' || b.sign === '';

function tenfold({ price, old }: PriceAsked): string | null {
  if (old === null || old.micros <= 0n || !comparable(price, old)) return null;
  if (price.micros <= old.micros * STARTLING) return null;
  return `${formatMoney(price)} is more than ten times the old price of ${formatMoneyGrouped(old)}.`;
}

function dearest({ price }: PriceAsked, context: Context): string | null {
  const others = [...context.rowsOf('bids').values()].flatMap(({ row }) => row.limit_price?.amount ?? []);
  const [first, ...rest] = others.filter((other) => comparable(price, other));
  if (first === undefined) return null;
  const highest = rest.reduce((most, one) => (one.micros > most.micros ? one : most), first);
  if (price.micros <= highest.micros) return null;
  return `${formatMoney(price)} is more than any bid has here: the highest is ${formatMoneyGrouped(highest)}.`;
}

/** A change that costs less is never held up by a budget that was too small before. */
function overBudget({ price, quantity, bid }: PriceAsked, context: Context): string | null {
  const { budget } = context;
  if (!knowsAll(context)) return null;
  const { before, after } = exposureWith(bid, price, quantity, context);
  if (budget === null || !isOverBudget(after, budget) || after.micros <= before.micros) return null;
  return `With it everything costs up to ${formatMoneyGrouped(after)} an hour, over the budget of ${formatMoneyGrouped(budget)}.`;
}

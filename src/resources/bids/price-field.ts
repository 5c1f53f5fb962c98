import type { Bid } from '../../contract/bid.ts';
import { formatMoney, formatMoneyGrouped, type Money, parsePrice, timesMoney } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import type { Remark } from '../form.ts';
import {
  type BeforeAndAfter,
  BUDGET_WARNING,
  budgetUsed,
  committedWith,
  isOverBudget,
  knowsCommitted,
} from './exposure.ts';

/** Returns the price in the one spelling that is sent; unreadable text stays as typed, and the endpoint's schema refuses it. */
export function priceToSend(text: string): string {
  const money = parsePrice(text);
  return money === null ? text : formatMoney(money);
}

/** Returns the limit price that a form starts with, in the spelling that is sent. */
export function priceInForm(bid: Bid | null): string {
  return priceToSend(bid?.limit_price?.text ?? '');
}

/** Returns the remarks on a price while it is typed: highest cost per hour of the bid, committed cost, and budget. */
export function costRemarks(text: string, quantity: number, bid: Bid | null, context: Context): readonly Remark[] {
  const price = parsePrice(text);
  if (price === null || !Number.isSafeInteger(quantity) || quantity < 1) return [];
  const { glyphs } = context;
  const own: Remark = {
    text: `${formatMoneyGrouped(price)} ${glyphs.times} ${quantity} = ${formatMoneyGrouped(timesMoney(price, quantity))} /h at most`,
    tone: 'accent',
  };
  if (!knowsCommitted(context)) return [own];
  return [own, ...committedRemarks(committedWith(bid, price, quantity, context), context)];
}

/** Returns the committed cost before and after a change, and the used part of the budget. */
export function committedRemarks({ before, after }: BeforeAndAfter, { glyphs, budget }: Context): readonly Remark[] {
  return [
    {
      text: `Max cost if all filled: ${formatMoneyGrouped(before)} ${glyphs.arrow} ${formatMoneyGrouped(after)} /h`,
      tone: 'plain',
    },
    ...budgetRemark(after, budget, glyphs.warn),
  ];
}

function budgetRemark(after: Money, budget: Money | null, warning: string): readonly Remark[] {
  const used = budgetUsed(after, budget);
  if (used === null || budget === null) return [];
  const over = isOverBudget(after, budget);
  const sign = over || used >= BUDGET_WARNING ? `${warning} ` : '';
  return [
    {
      text: `${sign}${used} % of the budget of ${formatMoneyGrouped(budget)} /h`,
      tone: over ? 'bad' : used >= BUDGET_WARNING ? 'warn' : 'dim',
    },
  ];
}

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

/** The price as it is sent, in one spelling; what can't be read is sent as typed, for the endpoint's schema to refuse. */
export function priceToSend(text: string): string {
  const money = parsePrice(text);
  return money === null ? text : formatMoney(money);
}

/** The limit price of a bid as it stands in a form to begin with: as it would be sent. */
export function priceInForm(bid: Bid | null): string {
  return priceToSend(bid?.limit_price?.text ?? '');
}

/** What follows from a price while it is typed: the bid's own cost an hour at most, the committed cost with it, and the budget. */
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

/** The committed cost before and after a change, and how much of the budget it takes. */
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

import { formatMoney, formatMoneyGrouped, type Money, parseMoney, timesMoney } from '../lib/money.ts';
import type { Remark, Retype } from './form.ts';

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

/** What this many instances cost an hour at a limit price. The service charges the spot price, so it is a ceiling. */
export function costRemark(price: string, quantity: number, times = '×'): readonly Remark[] {
  const money = typedPrice(price);
  if (money === null || !Number.isSafeInteger(quantity) || quantity < 1) return [];
  const each = formatMoneyGrouped(money);
  return [
    {
      text: `${each} ${times} ${quantity} = ${formatMoneyGrouped(timesMoney(money, quantity))} an hour at most`,
      tone: 'accent',
    },
  ];
}

/** A price of more than ten times the old one has to be typed again. Prices in different currencies can't be compared. */
export function retypeWhenStartling(price: string, old: Money | null): Retype | null {
  const money = typedPrice(price);
  if (money === null || old === null || old.micros <= 0n) return null;
  if (old.sign !== '' && old.sign !== money.sign) return null;
  if (money.micros <= old.micros * STARTLING) return null;
  const expected = formatMoney(money);
  return {
    why: `${expected} is more than ten times the old price of ${formatMoneyGrouped(old)}. Type the new price again to send it.`,
    expected,
  };
}

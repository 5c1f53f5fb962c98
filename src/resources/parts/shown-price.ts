import type { Price } from '../../contract/fields.ts';
import { formatMoneyGrouped, parsePrice } from '../../lib/money.ts';

/** A price of the service as it is shown, with commas between thousands; an unreadable one as it came, null without one. */
export function shownPrice(price: Price | null): string | null {
  if (price === null || price.text === '') return null;
  return price.amount === null ? price.text : formatMoneyGrouped(price.amount);
}

/** The text of a price as it is shown; text that is not a price as it came. */
export function shownPriceText(text: string): string {
  const money = parsePrice(text);
  return money === null ? text : formatMoneyGrouped(money);
}

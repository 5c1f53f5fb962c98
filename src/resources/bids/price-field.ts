import type { Bid } from '../../contract/bid.ts';
import {
  formatMoney,
  formatMoneyGrouped,
  type Money,
  parsePrice,
  parseTypedPrice,
  timesMoney,
} from '../../lib/money.ts';
import { capitalized } from '../../lib/words.ts';
import type { Context } from '../context.ts';
import type { Remark } from '../form.ts';
import { costInWordsOf, unknownCost } from '../parts/amounts.ts';
import { runningOf } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Exposure } from '../resource.ts';
import {
  type BeforeAndAfter,
  BUDGET_WARNING,
  budgetUse,
  committedWith,
  knowsCommitted,
  usedPart,
  wants,
} from './exposure.ts';

/** The currencies in which the service has written its limit prices, by the rows of the bids: computed once for each list. */
const written = new WeakMap<object, ReadonlySet<string>>();

export function currenciesIn({ rowsOf }: Context): ReadonlySet<string> {
  const rows = rowsOf('bids');
  const known =
    written.get(rows) ?? new Set([...rows.values()].flatMap(({ row }) => row.limit_price?.amount?.sign ?? []));
  written.set(rows, known);
  return known;
}

/** Reads a price that the operator has typed; null when it is none, or in letters that the service has not used as a currency. */
export function typedPrice(text: string, context: Context): Money | null {
  return parseTypedPrice(text.trim(), (sign) => currenciesIn(context).has(sign));
}

/** A typed price in the one spelling that is sent; empty when it is none, which the endpoint's schema refuses. */
export function typedToSend(text: string, context: Context): string {
  const money = typedPrice(text, context);
  return money === null ? '' : formatMoney(money);
}

/** The service's price in the one spelling that is sent; an unreadable one stays as it is. */
export function priceToSend(text: string): string {
  const money = parsePrice(text);
  return money === null ? text : formatMoney(money);
}

/** The limit price that a form starts with, in the spelling that is sent. */
export function priceInForm(bid: Bid | null): string {
  return priceToSend(bid?.limit_price?.text ?? '');
}

/** The remarks on the price of a new bid while it is typed: its highest cost per hour, the committed cost, and the budget. */
export function costRemarks(text: string, quantity: number, context: Context): readonly Remark[] {
  const price = typedPrice(text, context);
  return price === null ? [] : costOfPrice(price, quantity, null, context);
}

/** The remarks on a price of a bid, null for a new one: as `costRemarks`. A quantity that the service gives and nobody can read is null. */
export function costOfPrice(
  price: Money,
  quantity: number | null,
  bid: Bid | null,
  context: Context,
): readonly Remark[] {
  if (quantity !== null && (!Number.isSafeInteger(quantity) || quantity < 1)) return [];
  const { glyphs } = context;
  const own: Remark =
    quantity === null
      ? { text: `${glyphs.warn} How many instances it can get can't be read, so its cost is not known.`, tone: 'warn' }
      : {
          text: `${formatMoneyGrouped(price)} ${glyphs.times} ${quantity} = ${formatMoneyGrouped(timesMoney(price, quantity))} /h at most`,
          tone: 'accent',
        };
  if (bid !== null && isStatus(bid.status, 'paused')) return [own, ...pausedRemarks([bid])];
  if (!knowsCommitted(context)) return [own];
  return [own, ...committedRemarks(committedWith(bid, price, quantity, context), price.sign, context)];
}

/** Says that the prices of paused bids change no total. */
export function pausedRemarks(bids: readonly Bid[]): readonly Remark[] {
  const paused = bids.filter(({ status }) => isStatus(status, 'paused'));
  if (paused.length === 0) return [];
  const [who, until] = bids.length === 1 ? ['It is', 'it is'] : [`${paused.length} of them are`, 'they are'];
  return [{ text: `${who} paused: the cost of the fleet stays the same until ${until} resumed.`, tone: 'plain' }];
}

/** Warns that a lower price can lose running instances. */
export function lossRemarks(
  changes: readonly { readonly bid: Bid; readonly price: Money }[],
  context: Context,
): readonly Remark[] {
  const lowered = changes.flatMap(({ bid, price }) => {
    const old = bid.limit_price?.amount ?? null;
    return old?.sign === price.sign && price.micros < old.micros ? [bid] : [];
  });
  const counts = lowered.map(({ fid }) => runningOf(fid, context)).filter((count) => count > 0);
  const running = counts.reduce((sum, count) => sum + count, 0);
  const isRead = context.isRead('instances');
  if (isRead ? running === 0 : !lowered.some(wants)) return [];
  const on = changes.length === 1 ? '' : ` on ${counts.length} ${counts.length === 1 ? 'bid' : 'bids'}`;
  const what = isRead ? `${running} ${running === 1 ? 'is' : 'are'} running${on}` : 'some may be running';
  return [{ text: `${context.glyphs.warn} A lower price can lose instances, and ${what}.`, tone: 'warn' }];
}

/** The committed cost in one currency before and after a change, and the used part of the budget. */
export function committedRemarks(
  { before, after }: BeforeAndAfter,
  sign: string,
  { glyphs, budget }: Context,
): readonly Remark[] {
  const [was, is] = [before, after].map((cost) => costInWordsOf(cost, sign));
  return [
    { text: `Max cost if all filled: ${was} ${glyphs.arrow} ${is} /h`, tone: 'plain' },
    ...(after.kind === 'known'
      ? []
      : [{ text: `${glyphs.warn} ${capitalized(unknownCost(after))}.`, tone: 'warn' as const }]),
    ...(budget?.sign === sign ? [budgetRemark(after, budget, glyphs.warn)] : []),
  ];
}

function budgetRemark(after: Exposure, budget: Money, warning: string): Remark {
  const { percent, standing } = budgetUse(after, budget);
  const tone = standing === 'over' ? 'bad' : standing === 'not-known' || percent >= BUDGET_WARNING ? 'warn' : 'dim';
  return {
    text: `${tone === 'dim' ? '' : `${warning} `}${capitalized(usedPart(after, budget))} of the budget of ${formatMoneyGrouped(budget)} /h`,
    tone,
  };
}

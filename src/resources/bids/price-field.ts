import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { memoizeLast } from '../../lib/memoize.ts';
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

const signsOf = memoizeLast(
  (rows: ReadonlyMap<string, ListedRow<Bid>>) =>
    new Set([...rows.values()].flatMap(({ row }) => row.limit_price?.amount?.sign ?? [])),
);

/** The currencies of the service's limit prices. */
export const currenciesIn = ({ rowsOf }: Context): ReadonlySet<string> => signsOf(rowsOf('bids'));

/** Null for letters never used by the service as a currency. */
export function typedPrice(text: string, context: Context): Money | null {
  return parseTypedPrice(text.trim(), (sign) => currenciesIn(context).has(sign));
}

/** In the one spelling for requests; the endpoint's schema refuses an empty one. */
export function typedToSend(text: string, context: Context): string {
  const money = typedPrice(text, context);
  return money === null ? '' : formatMoney(money);
}

/** In the one spelling for requests; an unreadable price stays as it is. */
export function priceToSend(text: string): string {
  const money = parsePrice(text);
  return money === null ? text : formatMoney(money);
}

export function priceInForm(bid: Bid | null): string {
  return priceToSend(bid?.limit_price?.text ?? '');
}

export function costRemarks(text: string, quantity: number, context: Context): readonly Remark[] {
  const price = typedPrice(text, context);
  return price === null ? [] : costOfPrice(price, quantity, null, context);
}

/** Cost, committed cost and budget for a price of a bid, null for a new one. */
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
  return [own, ...committedRemarks(committedWith([{ bid, price, quantity }], context), price.sign, context)];
}

/** The prices of paused bids change no total. */
export function pausedRemarks(bids: readonly Bid[]): readonly Remark[] {
  const paused = bids.filter(({ status }) => isStatus(status, 'paused'));
  if (paused.length === 0) return [];
  const [are, until] = paused.length === 1 ? ['is', 'it is'] : ['are', 'they are'];
  const who = bids.length === 1 ? 'It is' : `${paused.length} of them ${are}`;
  return [{ text: `${who} paused: the cost of the fleet stays the same until ${until} resumed.`, tone: 'plain' }];
}

/** A lower price can lose running instances. */
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

/** The committed cost before and after a change, and the used part of the budget. */
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

/** `2.50`, `+0.50`, `-0.50`, `+10%` or `-10%`. */
export type PriceChange =
  | { readonly kind: 'set'; readonly price: Money }
  /** Negative to subtract. */
  | { readonly kind: 'add'; readonly amount: Money }
  /** In millionths of a percent. */
  | { readonly kind: 'percent'; readonly micros: bigint };

type ChangedPrice =
  | { readonly kind: 'price'; readonly price: Money }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'other-currency' }
  /** Zero or below. */
  | { readonly kind: 'not-positive'; readonly price: Money };

/** In micros. */
const CENT = 10_000n;
/** In millionths of a percent. */
const WHOLE = 100_000_000n;

const RELATIVE = /^([+-])(.*)$/s;

/** `10%` needs a sign: it could mean either direction, or a share. */
export function parsePriceChange(text: string, context: Context): PriceChange | null {
  const trimmed = text.trim();
  const [, sign, rest = ''] = RELATIVE.exec(trimmed) ?? [];
  const lowers = sign === '-';
  if (trimmed.endsWith('%')) {
    const number = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*%$/.exec(rest)?.[1];
    const percent = sign === undefined || number === undefined ? null : typedPrice(number, context);
    return percent === null ? null : { kind: 'percent', micros: lowers ? -percent.micros : percent.micros };
  }
  const amount = typedPrice(sign === undefined ? trimmed : rest, context);
  if (amount === null) return null;
  if (sign === undefined) return { kind: 'set', price: amount };
  if (amount.micros < 0n) return null;
  return { kind: 'add', amount: { ...amount, micros: lowers ? -amount.micros : amount.micros } };
}

/** A change relative to the old price, such as `+10%`. */
export function isRelativePrice(text: string): boolean {
  return RELATIVE.test(text.trim());
}

/** Applies a change exactly. A percentage is rounded up to the cent, or to the last decimal of a finer price. */
export function priceAfter(change: PriceChange, old: Money): ChangedPrice {
  if (change.kind === 'set' && change.price.sign !== old.sign) return { kind: 'other-currency' };
  if (change.kind === 'add' && change.amount.sign !== old.sign) return { kind: 'other-currency' };
  const micros = microsAfter(change, old.micros);
  const price: Money = { sign: old.sign, micros, text: '' };
  if (micros <= 0n) return { kind: 'not-positive', price };
  return micros === old.micros ? { kind: 'unchanged' } : { kind: 'price', price };
}

function microsAfter(change: PriceChange, old: bigint): bigint {
  switch (change.kind) {
    case 'set':
      return change.price.micros;
    case 'add':
      return old + change.amount.micros;
    case 'percent':
      return roundedUp(old * (WHOLE + change.micros), WHOLE * unitOf(old)) * unitOf(old);
  }
}

/** A cent, or the last decimal of a finer amount, in micros. */
function unitOf(micros: bigint): bigint {
  let unit = CENT;
  while (micros % unit !== 0n) unit /= 10n;
  return unit;
}

/** The divisor is positive. */
function roundedUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend > quotient * divisor ? quotient + 1n : quotient;
}

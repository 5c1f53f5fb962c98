import type { Bid } from '../../contract/bid.ts';
import { formatMoneyGrouped, isSameMoney, type Money, parsePrice } from '../../lib/money.ts';
import { leastIn, standingTo } from '../../lib/sum.ts';
import type { Context } from '../context.ts';
import type { Retype } from '../form.ts';
import { costInWordsOf, unknownCost } from '../parts/amounts.ts';
import { runningOf } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Exposure } from '../resource.ts';
import { committedWith, knowsCommitted, wants } from './exposure.ts';

/** Multiple of the old price from which on a new price has to be typed again. */
const TIMES_OLD = 10n;
/** Multiple of the median limit price of the same type and region from which on a price has to be typed again. */
const TIMES_MEDIAN = 5n;

/** A limit price about to be sent: of a new bid, of a bid like another, or of a changed one. */
export type PriceToCheck = {
  readonly price: Money;
  /** Instances wanted; null when that can't be read. */
  readonly quantity: number | null;
  readonly type: string | null;
  readonly region: string | null;
  /** The changed bid; null for a new one. */
  readonly bid: Bid | null;
  /** The price before, or that of the bid it was copied from; null when there is none. */
  readonly old: Money | 'unreadable' | null;
};

/** The price of a bid before a change; null without a bid. */
export const oldPriceOf = (bid: Bid | null): PriceToCheck['old'] =>
  bid === null ? null : (bid.limit_price?.amount ?? 'unreadable');

/** Why a price has to be typed again before it is sent, or null. Prices in different currencies are not compared. */
export function retypeWhenStartling(price: PriceToCheck, context: Context): Retype | null {
  const reasons = [...startlingReasons(price, context), overBudget(price, context)]
    .filter((why) => why !== null)
    .join(' ');
  if (reasons === '') return null;
  return {
    prompt: 'Type it again',
    why: `${reasons} Type the price again to send it.`,
    expected: formatMoneyGrouped(price.price),
    accepts: (typed) => {
      const again = parsePrice(typed);
      return again !== null && isSameMoney(again, price.price);
    },
  };
}

/** The reasons why a price is startling, apart from the budget; empty when there are none. */
export function startlingReasons(price: PriceToCheck, context: Context): readonly string[] {
  const { old } = price;
  const ofOld =
    old === 'unreadable'
      ? [`The old price can't be read, so ${formatMoneyGrouped(price.price)} can't be compared with it.`]
      : [tenfold(price, old), halved(price, old, context)];
  return [...ofOld, farAboveOthers(price, context)].filter((why) => why !== null);
}

function tenfold({ price }: PriceToCheck, old: Money | null): string | null {
  if (old === null || old.micros <= 0n || price.sign !== old.sign || price.micros < old.micros * TIMES_OLD) return null;
  return `${formatMoneyGrouped(price)} is ten times the old price of ${formatMoneyGrouped(old)} or more.`;
}

/** A price that falls by half can lose running instances. Until the instances are read, a bid that wants some may have some. */
function halved({ price, bid }: PriceToCheck, old: Money | null, context: Context): string | null {
  if (old === null || bid === null || price.sign !== old.sign || price.micros * 2n > old.micros) return null;
  const fall = `${formatMoneyGrouped(price)} is half the old price of ${formatMoneyGrouped(old)} or less`;
  if (!context.isRead('instances')) return wants(bid) ? `${fall}, and instances may be running.` : null;
  const running = runningOf(bid.fid, context);
  return running === 0 ? null : `${fall}, and ${running} ${running === 1 ? 'instance is' : 'instances are'} running.`;
}

function farAboveOthers({ price, type, region, bid, old }: PriceToCheck, context: Context): string | null {
  const all = [...context.rowsOf('bids').values()].flatMap(({ row }) =>
    row.fid === bid?.fid || isStatus(row.status, 'terminated')
      ? []
      : [{ amount: row.limit_price?.amount ?? null, isAlike: row.instance_type === type && row.region === region }],
  );
  const inCurrency = (some: typeof all): readonly Money[] =>
    some.flatMap(({ amount }) => (amount?.sign === price.sign ? [amount] : []));
  const alike = inCurrency(all.filter(({ isAlike }) => isAlike));
  if (alike.length === 0) {
    if (old !== null && old !== 'unreadable' && old.sign === price.sign) return null;
    const others = inCurrency(all);
    const unread = all.filter(({ amount, isAlike }) => amount === null && (isAlike || others.length === 0)).length;
    return unread > 0 ? notCompared(price, unread) : aboveAll(price, others);
  }
  const twice = twiceMedian(alike.map(({ micros }) => micros));
  if (price.micros * 2n < twice * TIMES_MEDIAN) return null;
  const median = formatMoneyGrouped({ sign: price.sign, micros: twice / 2n, text: '' });
  return `${formatMoneyGrouped(price)} is five times the median limit price of this type and region or more: ${median}.`;
}

/** Says that there is nothing to compare with, because the prices of other bids can't be read. */
const notCompared = (price: Money, unread: number): string =>
  `The limit ${unread === 1 ? 'price of 1 other bid' : `prices of ${unread} other bids`} can't be read, so ${formatMoneyGrouped(price)} can't be compared with ${unread === 1 ? 'it' : 'them'}.`;

/** Compares with the highest of all prices, when there is neither an old price nor a bid of the same type and region. */
function aboveAll(price: Money, others: readonly Money[]): string | null {
  const [first, ...rest] = others;
  if (first === undefined) return null;
  const highest = rest.reduce((max, money) => (money.micros > max.micros ? money : max), first);
  if (price.micros <= highest.micros) return null;
  return `No other bid has this type and region, and ${formatMoneyGrouped(price)} is more than any bid has: the highest is ${formatMoneyGrouped(highest)}.`;
}

/** Twice the median, which is exact even between two amounts. */
function twiceMedian(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] ?? 0n) + (sorted[Math.floor(half)] ?? 0n);
}

/**
 * The budget's objection to a price; a lower price is never stopped by a budget that was too small before, and that of a
 * paused bid changes no total: resuming it is asked about.
 */
function overBudget({ price, quantity, bid, old }: PriceToCheck, context: Context): string | null {
  const { budget } = context;
  if (budget === null || !knowsCommitted(context)) return null;
  if (bid !== null && isStatus(bid.status, 'paused')) return null;
  if (bid !== null && old !== null && old !== 'unreadable' && old.sign === price.sign && price.micros <= old.micros)
    return null;
  return budgetReason('it', committedWith(bid, price, quantity, context).after, budget);
}

/**
 * The sentence that running and open bids pass the budget with one change, or with several, or that nobody can say whether they do; null
 * when they do not.
 */
export function budgetReason(changed: 'it' | 'them', after: Exposure, budget: Money): string | null {
  const bids = `With ${changed} running and open bids cost`;
  const limit = `the budget of ${formatMoneyGrouped(budget)}`;
  switch (standingTo(after, budget)) {
    case 'within':
      return null;
    case 'over': {
      const amount = formatMoneyGrouped(leastIn(after, budget.sign));
      return `${bids} ${after.kind === 'known' ? 'up to' : 'at least'} ${amount} /h, over ${limit}.`;
    }
    case 'not-known':
      return `${bids} ${costInWordsOf(after, budget.sign)} /h, perhaps over ${limit}: ${unknownCost(after)}.`;
  }
}

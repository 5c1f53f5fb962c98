import type { Bid } from '../../contract/bid.ts';
import { formatMoneyGrouped, isSameMoney, type Money, parsePrice } from '../../lib/money.ts';
import { leastIn, standingTo } from '../../lib/sum.ts';
import type { Context } from '../context.ts';
import type { Retype } from '../form.ts';
import { costInWordsOf, unknownCost } from '../parts/amounts.ts';
import { listed, runningOf } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Exposure } from '../resource.ts';
import { committedWith, knowsCommitted, wants } from './exposure.ts';

/** From these multiples of the old price, and of the median of the same type and region, on a price is typed again. */
const TIMES_OLD = 10n;
const TIMES_MEDIAN = 5n;

/** A limit price about to be sent. */
export type PriceToCheck = {
  readonly price: Money;
  /** Null when it can't be read. */
  readonly quantity: number | null;
  readonly type: string | null;
  readonly region: string | null;
  /** Null for a new bid. */
  readonly bid: Bid | null;
  /** The price before, or of the copied bid. */
  readonly old: Money | 'unreadable' | null;
};

export const oldPriceOf = (bid: Bid | null): PriceToCheck['old'] =>
  bid === null ? null : (bid.limit_price?.amount ?? 'unreadable');

/** Why a price has to be typed again. Currencies are not compared with each other. */
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

/** The reasons apart from the budget. */
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

/** A fall by half can lose instances. Before they are read, a bid that wants some may have some. */
function halved({ price, bid }: PriceToCheck, old: Money | null, context: Context): string | null {
  if (old === null || bid === null || price.sign !== old.sign || price.micros * 2n > old.micros) return null;
  const fall = `${formatMoneyGrouped(price)} is half the old price of ${formatMoneyGrouped(old)} or less`;
  if (!context.isRead('instances')) return wants(bid) ? `${fall}, and instances may be running.` : null;
  const running = runningOf(bid.fid, context);
  return running === 0 ? null : `${fall}, and ${running} ${running === 1 ? 'instance is' : 'instances are'} running.`;
}

function farAboveOthers({ price, type, region, bid, old }: PriceToCheck, context: Context): string | null {
  const all = listed(context, 'bids').flatMap((row) =>
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

const notCompared = (price: Money, unread: number): string =>
  `The limit ${unread === 1 ? 'price of 1 other bid' : `prices of ${unread} other bids`} can't be read, so ${formatMoneyGrouped(price)} can't be compared with ${unread === 1 ? 'it' : 'them'}.`;

/** Without an old price or a bid of the same type and region. */
function aboveAll(price: Money, others: readonly Money[]): string | null {
  const [first, ...rest] = others;
  if (first === undefined) return null;
  const highest = rest.reduce((max, money) => (money.micros > max.micros ? money : max), first);
  if (price.micros <= highest.micros) return null;
  return `No other bid has this type and region, and ${formatMoneyGrouped(price)} is more than any bid has: the highest is ${formatMoneyGrouped(highest)}.`;
}

/** Exact even between two amounts. */
function twiceMedian(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] ?? 0n) + (sorted[Math.floor(half)] ?? 0n);
}

/** A lower price is never stopped, nor that of a paused bid: resuming it is asked about. */
function overBudget({ price, quantity, bid, old }: PriceToCheck, context: Context): string | null {
  const { budget } = context;
  if (budget === null || !knowsCommitted(context)) return null;
  if (bid !== null && isStatus(bid.status, 'paused')) return null;
  if (bid !== null && old !== null && old !== 'unreadable' && old.sign === price.sign && price.micros <= old.micros)
    return null;
  return budgetReason('it', committedWith([{ bid, price, quantity }], context).after, budget);
}

/** Null when running and open bids stay within the budget. */
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

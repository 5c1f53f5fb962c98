import type { Price } from '../../contract/fields.ts';
import {
  formatMoneyGrouped,
  formatRoundedDown,
  formatRoundedUp,
  type Money,
  moneyOfMicros,
  parsePrice,
} from '../../lib/money.ts';
import { inCurrency, leastIn, leastOf, type Sum, sumFrom, withoutOf } from '../../lib/sum.ts';
import { counted, joinedClauses } from '../../lib/words.ts';
import type { Glyphs } from '../glyphs.ts';
import type { Counts, Exposure, Unpriced } from '../resource.ts';

/** From here on amounts lose their cents in narrow places. */
const WITHOUT_CENTS = 100_000_000n;

const briefAmounts = (amounts: readonly Money[], rounded: typeof formatRoundedUp): string =>
  amounts.map((money) => (money.micros < WITHOUT_CENTS ? formatMoneyGrouped(money) : rounded(money))).join('+') || '$0';

/** `$41.20 + €7.00`, or `$0.00`. */
export const allAmounts = (amounts: readonly Money[]): string => amounts.map(formatMoneyGrouped).join(' + ') || '$0.00';

type CostGlyphs = Pick<Glyphs, 'atMost' | 'atLeast'>;

type Amounts = (amounts: readonly Money[]) => string;

/** Both bounds stay true after rounding. */
function boundWith(
  cost: Sum<unknown>,
  words: CostGlyphs & { readonly unknown: string },
  most: Amounts,
  least: Amounts,
) {
  switch (cost.kind) {
    case 'known':
      return `${words.atMost}${most(cost.amounts)}`;
    case 'at-least':
      return `${words.atLeast}${least(cost.least)}`;
    case 'unknown':
      return words.unknown;
  }
}

/** `≤$42+€7`, `≥$42` while some of it is not known, or `?`. */
export const briefBound = (cost: Sum<unknown>, { atMost, atLeast }: CostGlyphs): string =>
  boundWith(
    cost,
    { atMost, atLeast, unknown: '?' },
    (amounts) => briefAmounts(amounts, formatRoundedUp),
    (amounts) => briefAmounts(amounts, formatRoundedDown),
  );

/** `≤$41.20 + €7.00`, `≥$41.20`, `?`. */
export const boundText = (cost: Sum<unknown>, { atMost, atLeast }: CostGlyphs): string =>
  boundWith(cost, { atMost, atLeast, unknown: '?' }, allAmounts, allAmounts);

/** `$41.20 + €7.00`, `≥$41.20`, `?` under a header for upper bounds. */
export const tableAmount = (cost: Sum<unknown>, { atLeast }: Pick<Glyphs, 'atLeast'>): string =>
  boundText(cost, { atMost: '', atLeast });

const inWords = (cost: Sum<unknown>, atMost: string): string =>
  boundWith(cost, { atMost, atLeast: 'at least ', unknown: 'an unknown amount' }, allAmounts, allAmounts);

/** `$41.20 + €7.00`, `at least $41.20`, `an unknown amount`. */
export const costInWords = (cost: Sum<unknown>): string => inWords(cost, '');

/** `up to $41.20`, `at least $41.20`. */
export const upTo = (cost: Sum<unknown>): string => inWords(cost, 'up to ');

/** `at most $41.20`, `at least $41.20`. */
export const atMostWords = (cost: Sum<unknown>): string => inWords(cost, 'at most ');

/** `€0.00`, `at least $41.20`. */
export function costInWordsOf(cost: Sum<unknown>, sign: string): string {
  const own = inCurrency(cost, sign);
  return own.kind === 'known' ? formatMoneyGrouped(leastIn(own, sign)) : costInWords(own);
}

/** `1 bid`, `2 bids and 1 instance`. */
export const unpricedCount = (without: readonly Unpriced[]): string =>
  joinedClauses(
    (['bid', 'instance', 'row'] as const).flatMap((noun) => {
      const count = without.filter(({ of }) => of === noun).length;
      return count === 0 ? [] : [counted(count, noun)];
    }),
  );

const MAX_NAMED = 3;

/** The first rows missing from a cost. */
export function unpricedNames(cost: Exposure): string {
  const names = withoutOf(cost).map(({ name }) => name);
  const more = names.length - MAX_NAMED;
  return joinedClauses([...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])]);
}

export const unknownCost = (cost: Exposure): string => `the cost of ${unpricedNames(cost)} is not known`;

export const isNothing = (cost: Sum<unknown>): boolean => cost.kind === 'known' && leastOf(cost).length === 0;

/** Names of counts: micros of a currency, how many parts are in it, how many are missing. */
const MICROS = 'micros ';
const PARTS = 'parts ';
const WITHOUT = 'without';

/** A cost as counts, to be added to others. */
export function costCounts(cost: Sum<unknown>): Counts {
  const counts = new Map<string, bigint>();
  for (const { sign, micros } of leastOf(cost)) {
    counts.set(`${MICROS}${sign}`, micros);
    counts.set(`${PARTS}${sign}`, 1n);
  }
  const missing = withoutOf(cost).length;
  return missing === 0 ? counts : counts.set(WITHOUT, BigInt(missing));
}

export function costOfCounts(counts: Counts): Sum<unknown> {
  const amounts = [...counts].flatMap(([name, parts]) => {
    if (!name.startsWith(PARTS) || parts === 0n) return [];
    const sign = name.slice(PARTS.length);
    return moneyOfMicros(sign, counts.get(`${MICROS}${sign}`) ?? 0n);
  });
  return sumFrom(amounts, Array.from({ length: Number(counts.get(WITHOUT) ?? 0n) }));
}

/** With commas between thousands; an unreadable price as it came. */
export function shownPrice(price: Price | null): string | null {
  if (price === null || price.text === '') return null;
  return price.amount === null ? price.text : formatMoneyGrouped(price.amount);
}

/** A price in the service's text as it is shown. */
export function shownPriceText(text: string): string {
  const money = parsePrice(text);
  return money === null ? text : formatMoneyGrouped(money);
}

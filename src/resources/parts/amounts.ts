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

/** Amounts from here on, in millionths, lose their cents where there is little room. */
const WITHOUT_CENTS = 100_000_000n;

const briefAmounts = (amounts: readonly Money[], rounded: typeof formatRoundedUp): string =>
  amounts.map((money) => (money.micros < WITHOUT_CENTS ? formatMoneyGrouped(money) : rounded(money))).join('+') || '$0';

/** Amounts of all currencies: `$41.20 + €7.00`, or `$0.00`. */
export const allAmounts = (amounts: readonly Money[]): string => amounts.map(formatMoneyGrouped).join(' + ') || '$0.00';

type CostGlyphs = Pick<Glyphs, 'atMost' | 'atLeast'>;

type Amounts = (amounts: readonly Money[]) => string;

/** A cost with the words for an upper and a lower bound before its amounts. Both are rounded so that they stay true. */
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

/** An upper bound in few columns: `≤$42+€7`, `≥$42` while some of it is not known, or `?`. */
export const briefBound = (cost: Sum<unknown>, { atMost, atLeast }: CostGlyphs): string =>
  boundWith(
    cost,
    { atMost, atLeast, unknown: '?' },
    (amounts) => briefAmounts(amounts, formatRoundedUp),
    (amounts) => briefAmounts(amounts, formatRoundedDown),
  );

/** The same with all digits: `≤$41.20 + €7.00`, `≥$41.20`, `?`. */
export const boundText = (cost: Sum<unknown>, { atMost, atLeast }: CostGlyphs): string =>
  boundWith(cost, { atMost, atLeast, unknown: '?' }, allAmounts, allAmounts);

/** The amounts of a cost as a table has them, where the header says that they are upper bounds: `$41.20 + €7.00`, `≥$41.20`, `?`. */
export const tableAmount = (cost: Sum<unknown>, { atLeast }: Pick<Glyphs, 'atLeast'>): string =>
  boundText(cost, { atMost: '', atLeast });

/** A cost in words, with what stands before an upper bound. */
const inWords = (cost: Sum<unknown>, atMost: string): string =>
  boundWith(cost, { atMost, atLeast: 'at least ', unknown: 'an unknown amount' }, allAmounts, allAmounts);

/** A cost in a sentence that calls it an upper bound: `$41.20 + €7.00`, `at least $41.20`, `an unknown amount`. */
export const costInWords = (cost: Sum<unknown>): string => inWords(cost, '');

/** A cost as an upper bound in a sentence: `up to $41.20`, or `at least $41.20` while some of it is not known. */
export const upTo = (cost: Sum<unknown>): string => inWords(cost, 'up to ');

/** The same with other words: `at most $41.20`, `at least $41.20`. */
export const atMostWords = (cost: Sum<unknown>): string => inWords(cost, 'at most ');

/** What of a cost is in one currency, in a sentence that calls it an upper bound: `€0.00`, `at least $41.20`. */
export function costInWordsOf(cost: Sum<unknown>, sign: string): string {
  const own = inCurrency(cost, sign);
  return own.kind === 'known' ? formatMoneyGrouped(leastIn(own, sign)) : costInWords(own);
}

/** How many rows are missing from a cost, by what they are: `1 bid`, `2 bids and 1 instance`. */
export const unpricedCount = (without: readonly Unpriced[]): string =>
  joinedClauses(
    (['bid', 'instance', 'row'] as const).flatMap((noun) => {
      const count = without.filter(({ of }) => of === noun).length;
      return count === 0 ? [] : [counted(count, noun)];
    }),
  );

/** Most rows without a known cost that a sentence names. */
const MAX_NAMED = 3;

/** The rows that are missing from a cost by their names, of many the first ones. */
export function unpricedNames(cost: Exposure): string {
  const names = withoutOf(cost).map(({ name }) => name);
  const more = names.length - MAX_NAMED;
  return joinedClauses([...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])]);
}

/** Says of which rows the cost is not known; of a known cost nothing has to be said. */
export const unknownCost = (cost: Exposure): string => `the cost of ${unpricedNames(cost)} is not known`;

/** Whether a cost has an amount to show. */
export const isNothing = (cost: Sum<unknown>): boolean => cost.kind === 'known' && leastOf(cost).length === 0;

/** Beginnings of the names of counts of a cost: micros of a currency, and how many parts are in it. */
const MICROS = 'micros ';
const PARTS = 'parts ';
const WITHOUT = 'without';

/** A cost as counts, which add up with those of others: how many parts are missing from it, not which. */
export function costCounts(cost: Sum<unknown>): Counts {
  const counts = new Map<string, bigint>();
  for (const { sign, micros } of leastOf(cost)) {
    counts.set(`${MICROS}${sign}`, micros);
    counts.set(`${PARTS}${sign}`, 1n);
  }
  const missing = withoutOf(cost).length;
  return missing === 0 ? counts : counts.set(WITHOUT, BigInt(missing));
}

/** The cost that some counts are of. */
export function costOfCounts(counts: Counts): Sum<unknown> {
  const amounts = [...counts].flatMap(([name, parts]) => {
    if (!name.startsWith(PARTS) || parts === 0n) return [];
    const sign = name.slice(PARTS.length);
    return moneyOfMicros(sign, counts.get(`${MICROS}${sign}`) ?? 0n);
  });
  return sumFrom(amounts, Array.from({ length: Number(counts.get(WITHOUT) ?? 0n) }));
}

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

import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { inCurrency } from '../../lib/sum.ts';
import { allAmounts, atMostWords, isNothing } from '../../resources/parts/amounts.ts';
import type { Spent } from './spend.ts';

/** `$1,204.10 charged + at most $12.30`, `at most $12.30`, or `nothing`. */
export function spentWords({ charged, rest }: Spent): string {
  const some = charged.filter(({ micros }) => micros > 0n);
  if (some.length === 0) return isNothing(rest) ? 'nothing' : atMostWords(rest);
  return `${allAmounts(some)} charged${isNothing(rest) ? '' : ` + ${atMostWords(rest)}`}`;
}

/** `$420.00 charged + at most $10.00`; null where nothing of a currency is charged. */
export function spentWordsIn({ charged, rest }: Spent, sign: string): string | null {
  const own = charged.filter((money) => money.sign === sign && money.micros > 0n);
  return own.length === 0 ? null : spentWords({ charged: own, rest: inCurrency(rest, sign) });
}

/** `$1,204.10`; empty for nothing. */
export const chargedText = (charged: readonly Money[]): string =>
  charged
    .filter(({ micros }) => micros > 0n)
    .map(formatMoneyGrouped)
    .join(' + ');

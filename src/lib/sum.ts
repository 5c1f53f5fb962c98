import { type Money, moneyOfMicros } from './money.ts';

/**
 * A sum of amounts that are never negative, one for each currency. `known`: nothing is missing. `at-least`: some parts can't be read, so the
 * whole is this much or more. `unknown`: nothing of it can be read. `without` are the parts that are missing, which may be of any currency.
 */
export type Sum<Of> =
  | { readonly kind: 'known'; readonly amounts: readonly Money[] }
  | { readonly kind: 'at-least'; readonly least: readonly Money[]; readonly without: readonly Of[] }
  | { readonly kind: 'unknown'; readonly without: readonly Of[] };

type Rate = Pick<Money, 'sign' | 'micros'>;

/** A part of a sum: a price, and how often it is paid. Null, negative, or a count that is not whole: it can't be read. */
export type Part<Of> = {
  readonly of: Of;
  readonly each: Rate | null;
  readonly count: number | null;
  /** How often it is paid at least, while `count` can't be read. */
  readonly atLeast?: number;
};

/** A sum of nothing. */
export const NO_SUM = { kind: 'known', amounts: [] } as const satisfies Sum<never>;

/** Adds parts up: the one place where amounts become a sum. What is paid no time needs no price. */
export function sumOf<Of>(parts: Iterable<Part<Of>>): Sum<Of> {
  const counted: { readonly each: Rate; readonly count: number }[] = [];
  const without: Of[] = [];
  for (const { of, each, count, atLeast = 0 } of parts) {
    if (count === 0) continue;
    const isPrice = each !== null && each.micros >= 0n;
    const isCount = count !== null && Number.isSafeInteger(count) && count > 0;
    if (!isPrice || !isCount) without.push(of);
    const times = isCount ? count : Math.max(0, atLeast);
    if (isPrice && times > 0) counted.push({ each, count: times });
  }
  return sumFrom(sumOfEach(counted), without);
}

/** One sum for each currency, in the order of first appearance: currencies are never added up. */
function sumOfEach(amounts: Iterable<{ readonly each: Rate; readonly count: number }>): readonly Money[] {
  const sums = new Map<string, bigint>();
  for (const { each, count } of amounts) sums.set(each.sign, (sums.get(each.sign) ?? 0n) + each.micros * BigInt(count));
  return [...sums].map(([sign, micros]) => moneyOfMicros(sign, micros));
}

/** The sum of several sums. */
export function addSums<Of>(sums: Iterable<Sum<Of>>): Sum<Of> {
  const all = [...sums];
  const amounts = all.flatMap(leastOf).map((each) => ({ each, count: 1 }));
  return sumFrom(sumOfEach(amounts), all.flatMap(withoutOf));
}

/** A sum of known amounts, and the parts that are missing from it. */
export function sumFrom<Of>(amounts: readonly Money[], without: readonly Of[]): Sum<Of> {
  if (without.length === 0) return { kind: 'known', amounts };
  return amounts.some(({ micros }) => micros > 0n)
    ? { kind: 'at-least', least: amounts, without }
    : { kind: 'unknown', without };
}

/** What a sum is at least: all of a known one, nothing of one that is unknown. */
export function leastOf(sum: Sum<unknown>): readonly Money[] {
  switch (sum.kind) {
    case 'known':
      return sum.amounts;
    case 'at-least':
      return sum.least;
    case 'unknown':
      return [];
  }
}

/** The parts that are missing from a sum. */
export const withoutOf = <Of>(sum: Sum<Of>): readonly Of[] => (sum.kind === 'known' ? [] : sum.without);

/** What a sum is at least in one currency; zero when nothing of it is known. */
export function leastIn(sum: Sum<unknown>, sign: string): Money {
  return leastOf(sum).find((money) => money.sign === sign) ?? { sign, micros: 0n, text: '' };
}

/** What of a sum is in one currency; what is missing may be in any. */
export const inCurrency = <Of>(sum: Sum<Of>, sign: string): Sum<Of> =>
  sumFrom(
    leastOf(sum).filter((money) => money.sign === sign),
    withoutOf(sum),
  );

/** How a sum stands to a limit in its currency: `over` as soon as what is known is over it, `not-known` when only what is missing could be. */
export type Standing = 'within' | 'over' | 'not-known';

/** Compares a sum with a limit, which may be reached. Amounts in other currencies are not compared. */
export function standingTo(sum: Sum<unknown>, limit: Rate): Standing {
  if (leastIn(sum, limit.sign).micros > limit.micros) return 'over';
  return sum.kind === 'known' ? 'within' : 'not-known';
}

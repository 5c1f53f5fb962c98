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

/** A sum whose parts come and go, without adding the others up again. */
type OpenSum<Of> = {
  /** Puts parts in the place of those with a key, in time for these alone. `before` are the parts that it was given for the key. */
  readonly replace: (key: string, before: readonly Part<Of>[], after: readonly Part<Of>[]) => void;
  readonly total: () => Sum<Of>;
};

/** Creates a sum of nothing yet. Its currencies are in the order in which they came. */
export function createSum<Of>(): OpenSum<Of> {
  const amounts = new Map<string, { readonly micros: bigint; readonly parts: number }>();
  const missing = new Map<string, readonly Of[]>();
  const add = (parts: readonly Part<Of>[], by: 1 | -1): readonly Of[] =>
    parts.flatMap((part) => {
      const { each, times, isMissing } = readIn(part);
      if (each !== null && times > 0) {
        const { micros, parts } = amounts.get(each.sign) ?? { micros: 0n, parts: 0 };
        if (parts + by === 0) amounts.delete(each.sign);
        else amounts.set(each.sign, { micros: micros + each.micros * BigInt(times * by), parts: parts + by });
      }
      return isMissing ? [part.of] : [];
    });
  return {
    replace: (key, before, after) => {
      const came = add(after, 1);
      add(before, -1);
      if (came.length > 0) missing.set(key, came);
      else missing.delete(key);
    },
    total: () =>
      sumFrom(
        Array.from(amounts, ([sign, { micros }]) => moneyOfMicros(sign, micros)),
        [...missing.values()].flat(),
      ),
  };
}

/** What of a part can be read: its price, how often that is paid at least, and whether something is missing. */
function readIn({ each, count, atLeast = 0 }: Part<unknown>) {
  const price = each !== null && each.micros >= 0n ? each : null;
  const isCount = count !== null && Number.isSafeInteger(count) && count >= 0;
  const isMissing = count !== 0 && (price === null || !isCount);
  return { each: price, times: isCount ? count : Math.max(0, atLeast), isMissing };
}

/** Adds parts up. What is paid no time needs no price. */
export function sumOf<Of>(parts: Iterable<Part<Of>>): Sum<Of> {
  const sum = createSum<Of>();
  sum.replace('', [], [...parts]);
  return sum.total();
}

/** One sum for each currency, in the order of first appearance: currencies are never added up. */
function sumOfEach(amounts: Iterable<Money>): readonly Money[] {
  const sums = new Map<string, bigint>();
  for (const { sign, micros } of amounts) sums.set(sign, (sums.get(sign) ?? 0n) + micros);
  return [...sums].map(([sign, micros]) => moneyOfMicros(sign, micros));
}

/** The sum of several sums. */
export function addSums<Of>(sums: Iterable<Sum<Of>>): Sum<Of> {
  const all = [...sums];
  return sumFrom(sumOfEach(all.flatMap(leastOf)), all.flatMap(withoutOf));
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

import { downToCents, type Money, moneyOfMicros, upToCents } from './money.ts';

/** `at-least`: some parts can't be read (`without`); `unknown`: none can. */
export type Sum<Of> =
  | { readonly kind: 'known'; readonly amounts: readonly Money[] }
  | { readonly kind: 'at-least'; readonly least: readonly Money[]; readonly without: readonly Of[] }
  | { readonly kind: 'unknown'; readonly without: readonly Of[] };

type Rate = Pick<Money, 'sign' | 'micros'>;

/** A price and its count. Null, negative or not whole: it can't be read. */
export type Part<Of> = {
  readonly of: Of;
  readonly each: Rate | null;
  readonly count: number | null;
  readonly atLeast?: number;
};

export const NO_SUM = { kind: 'known', amounts: [] } as const satisfies Sum<never>;

type OpenSum<Of> = {
  readonly replace: (key: string, before: readonly Part<Of>[], after: readonly Part<Of>[]) => void;
  readonly total: () => Sum<Of>;
};

/** In time for the changed parts alone. */
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

function readIn({ each, count, atLeast = 0 }: Part<unknown>) {
  const price = each !== null && each.micros >= 0n ? each : null;
  const isCount = count !== null && Number.isSafeInteger(count) && count >= 0;
  const isMissing = count !== 0 && (price === null || !isCount);
  return { each: price, times: isCount ? count : Math.max(0, atLeast), isMissing };
}

/** A count of zero needs no price. */
export function sumOf<Of>(parts: Iterable<Part<Of>>): Sum<Of> {
  const sum = createSum<Of>();
  sum.replace('', [], [...parts]);
  return sum.total();
}

function sumOfEach(amounts: Iterable<Money>): readonly Money[] {
  const sums = new Map<string, bigint>();
  for (const { sign, micros } of amounts) sums.set(sign, (sums.get(sign) ?? 0n) + micros);
  return [...sums].map(([sign, micros]) => moneyOfMicros(sign, micros));
}

export function addSums<Of>(sums: Iterable<Sum<Of>>): Sum<Of> {
  const all = [...sums];
  return sumFrom(sumOfEach(all.flatMap(leastOf)), all.flatMap(withoutOf));
}

export function sumFrom<Of>(amounts: readonly Money[], without: readonly Of[]): Sum<Of> {
  if (without.length === 0) return { kind: 'known', amounts };
  return amounts.some(({ micros }) => micros > 0n)
    ? { kind: 'at-least', least: amounts, without }
    : { kind: 'unknown', without };
}

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

export const withoutOf = <Of>(sum: Sum<Of>): readonly Of[] => (sum.kind === 'known' ? [] : sum.without);

export function leastIn(sum: Sum<unknown>, sign: string): Money {
  return leastOf(sum).find((money) => money.sign === sign) ?? { sign, micros: 0n, text: '' };
}

/** Missing parts may be in any currency. */
export const inCurrency = <Of>(sum: Sum<Of>, sign: string): Sum<Of> =>
  sumFrom(
    leastOf(sum).filter((money) => money.sign === sign),
    withoutOf(sum),
  );

/** `over` by known amounts alone; `not-known` if missing ones could be. */
export type Standing = 'within' | 'over' | 'not-known';

export function standingTo(sum: Sum<unknown>, limit: Rate): Standing {
  if (leastIn(sum, limit.sign).micros > limit.micros) return 'over';
  return sum.kind === 'known' ? 'within' : 'not-known';
}

/** Up as an upper bound, down as a lower one. */
export function inCents<Of>(sum: Sum<Of>): Sum<Of> {
  const without = withoutOf(sum);
  return sumFrom(leastOf(sum).map(without.length === 0 ? upToCents : downToCents), without);
}

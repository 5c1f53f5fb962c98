import { HOUR_MS } from '../../lib/duration.ts';
import { downToCents, type Money, moneyOfMicros, upToCents } from '../../lib/money.ts';
import { leastOf, type Sum, sumFrom, withoutOf } from '../../lib/sum.ts';

/** An exact rate of one currency: millionths of a price per hour. */
export type Rate = { readonly sign: string; readonly micros: bigint };

/** An exact cost of one currency: millionths of a price per hour times milliseconds. */
export type Cost = { readonly sign: string; readonly microMs: bigint };

const HOUR = BigInt(HOUR_MS);

/** A cost as an amount, rounded up to a millionth: it is an upper bound. */
export function moneyOf({ sign, microMs }: Cost): Money {
  return moneyOfMicros(sign, (microMs + HOUR - 1n) / HOUR);
}

/** A cost as an amount, rounded down to a millionth: of a sum that is at least this much. */
const leastMoneyOf = ({ sign, microMs }: Cost): Money => moneyOfMicros(sign, microMs / HOUR);

/** Costs as a sum. `unpricedMs` are milliseconds of instances whose price could not be read: their cost is missing from it. */
export const sumOfCosts = (costs: readonly Cost[], unpricedMs: number): Sum<number> =>
  sumFrom(costs.map(unpricedMs > 0 ? leastMoneyOf : moneyOf), unpricedMs > 0 ? [unpricedMs] : []);

/** A sum in whole cents, rounded so that it stays true: up as an upper bound, down as a lower one. */
export function inCents<Of>(sum: Sum<Of>): Sum<Of> {
  const without = withoutOf(sum);
  return sumFrom(leastOf(sum).map(without.length === 0 ? upToCents : downToCents), without);
}

/** One sum for each currency, in the order of their signs. */
export function sumCosts(costs: Iterable<Cost>): readonly Cost[] {
  const sums = new Map<string, bigint>();
  for (const { sign, microMs } of costs) sums.set(sign, (sums.get(sign) ?? 0n) + microMs);
  return [...sums].map(([sign, microMs]) => ({ sign, microMs })).sort((a, b) => (a.sign < b.sign ? -1 : 1));
}

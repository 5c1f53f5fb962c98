import { HOUR_MS } from '../../lib/duration.ts';
import { formatMoney, type Money } from '../../lib/money.ts';

/** An exact rate of one currency: millionths of a price per hour. */
export type Rate = { readonly sign: string; readonly micros: bigint };

/** An exact cost of one currency: millionths of a price per hour times milliseconds. */
export type Cost = { readonly sign: string; readonly microMs: bigint };

const HOUR = BigInt(HOUR_MS);

/** A cost as an amount, rounded up to a millionth: it is an upper bound. */
export function moneyOf({ sign, microMs }: Cost): Money {
  const money = { sign, micros: (microMs + HOUR - 1n) / HOUR, text: '' };
  return { ...money, text: formatMoney(money) };
}

/** One sum for each currency, in the order of their signs. */
export function sumCosts(costs: Iterable<Cost>): readonly Cost[] {
  const sums = new Map<string, bigint>();
  for (const { sign, microMs } of costs) sums.set(sign, (sums.get(sign) ?? 0n) + microMs);
  return [...sums].map(([sign, microMs]) => ({ sign, microMs })).sort((a, b) => (a.sign < b.sign ? -1 : 1));
}

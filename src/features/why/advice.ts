import type { Bid } from '../../contract/bid.ts';
import { formatMoney, type Money } from '../../lib/money.ts';
import type { ConsoleState } from '../../store/state.ts';
import { moneyOf } from '../money/known-money.ts';
import { heldPercent, pairPriceIn } from '../money/price.ts';

/** A limit price, and the part of the last 7 days it would have held, in whole per cent. */
export type LimitAdvice = { readonly limit: Money; readonly percent: number };

/** Null while none is known, or when the bid has a higher limit. */
export function adviceFor({ instance_type, region, limit_price }: Bid, state: ConsoleState): LimitAdvice | null {
  const prices = moneyOf(state)?.prices ?? null;
  const limit = limit_price?.amount ?? null;
  if (prices === null || limit === null || instance_type === null || region === null) return null;
  const known = pairPriceIn(
    prices.map(({ price }) => price),
    { type: instance_type, region },
    limit.sign,
  );
  const micros = known?.holding.often ?? null;
  if (known === null || micros === null || micros <= limit.micros) return null;
  const percent = heldPercent(known.band, micros);
  const money = { sign: limit.sign, micros, text: '' };
  return percent === null ? null : { limit: { ...money, text: formatMoney(money) }, percent };
}

import type { Bid } from '../../contract/bid.ts';
import { formatMoney, type Money } from '../../lib/money.ts';
import type { ConsoleState } from '../../store/state.ts';
import { moneyOf } from '../money/known-money.ts';
import { heldPercent, pairPriceIn } from '../money/price.ts';
import { priceWithService } from '../money/service-prices.ts';

/** A limit price, and the part of the last 7 days it would have held, in whole per cent; exact by the service. */
export type LimitAdvice = { readonly limit: Money; readonly percent: number; readonly isOfService: boolean };

/** Null while none is known, or when the bid has a higher limit. */
export function adviceFor({ instance_type, region, limit_price }: Bid, state: ConsoleState): LimitAdvice | null {
  const prices = moneyOf(state)?.prices ?? null;
  const limit = limit_price?.amount ?? null;
  if (limit === null || instance_type === null || region === null) return null;
  const pair = { type: instance_type, region };
  const own = pairPriceIn(
    (prices ?? []).map(({ price }) => price),
    pair,
    limit.sign,
  );
  const known = priceWithService(state, pair, { sign: limit.sign, own });
  const micros = known?.holding.often ?? null;
  if (known === null || micros === null || micros <= limit.micros) return null;
  const percent = heldPercent(known.band, micros);
  const money = { sign: limit.sign, micros, text: '' };
  return percent === null
    ? null
    : { limit: { ...money, text: formatMoney(money) }, percent, isOfService: known.band.isOfService ?? false };
}

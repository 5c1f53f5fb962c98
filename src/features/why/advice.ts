import type { Bid } from '../../contract/bid.ts';
import { formatMoney, type Money } from '../../lib/money.ts';
import type { ConsoleState } from '../../store/state.ts';
import { bidRecordsOf } from '../money/known-records.ts';
import { pairPriceOf } from '../money/pair-prices.ts';

/** The limit price that would have held a bid 90 % of the last 7 days; null while that is not known, or when it has a higher one. */
export function adviceFor({ instance_type, region, limit_price }: Bid, state: ConsoleState): Money | null {
  const records = bidRecordsOf(state);
  const limit = limit_price?.amount ?? null;
  if (records === null || limit === null || instance_type === null || region === null) return null;
  const micros = pairPriceOf(records, { type: instance_type, region }, limit.sign)?.holding.often ?? null;
  if (micros === null || micros <= limit.micros) return null;
  return { sign: limit.sign, micros, text: formatMoney({ sign: limit.sign, micros, text: '' }) };
}

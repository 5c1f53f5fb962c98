import type { Bid } from '../../contract/bid.ts';
import type { Context } from '../../resources/context.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { auctionNow } from '../extras/auctions.ts';

/** The limit price less the price now; `micros` is negative for a bid that is outbid. `part` is of the limit price. */
export type Headroom = { readonly sign: string; readonly micros: bigint; readonly part: number };

/** Null where the service does not say the price, and for a bid that is paused or ended. */
export function headroomOf(
  { instance_type: type, region, limit_price, status }: Bid,
  { own }: Pick<Context, 'own'>,
): Headroom | null {
  const limit = limit_price?.amount ?? null;
  if (type === null || region === null || limit === null || limit.micros <= 0n) return null;
  if (isStatus(status, 'paused') || isStatus(status, 'terminated')) return null;
  const price = own(auctionNow, type, region)?.last_instance_price;
  if (price === undefined || price.sign !== limit.sign) return null;
  const micros = limit.micros - price.micros;
  return { sign: limit.sign, micros, part: Number(micros) / Number(limit.micros) };
}

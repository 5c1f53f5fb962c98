import type * as z from 'zod';
import { readPriceNow } from '../../contract/extras/price-now.ts';
import { lowestWinningLimit, priceToWin } from '../engine/auction.ts';
import { lowestPrice } from '../engine/prices.ts';
import { spotPrice } from '../engine/spot-price.ts';
import { invalid } from '../routes/error-body.ts';
import { handler } from '../routes/handler.ts';
import { centsOf, poolAt } from './parts.ts';

type PriceAnswer = z.input<typeof readPriceNow.answer.of>;

/** Per instance and hour; what wins is of the next auction, with the bids as they are. */
export const priceNow = handler(readPriceNow, ({ query }, { world }): PriceAnswer => {
  const pool = poolAt(world, query.instance_type, query.region ?? null);
  const quantity = query.instance_quantity ?? 1;
  if (quantity < 1) {
    const loc = ['query', 'instance_quantity'];
    throw invalid(loc, 'Input should be greater than or equal to 1', quantity, 'greater_than_equal');
  }
  const lowest = lowestWinningLimit(pool);
  const wins = priceToWin(pool, quantity);
  return {
    spot_price_cents: centsOf(spotPrice(pool)),
    minimum_price_cents: centsOf(lowestPrice(pool)),
    lowest_allocated_bid_cents: lowest === null ? null : centsOf(lowest),
    dynamic_win_price_cents: wins === null ? null : centsOf(wins),
    available_capacity: pool.capacity - pool.held,
    total_capacity: pool.capacity,
  };
});

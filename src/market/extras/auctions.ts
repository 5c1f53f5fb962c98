import type * as z from 'zod';
import { readAuctions } from '../../contract/extras/auctions.ts';
import { lowestWinningLimit } from '../engine/auction.ts';
import { spotPrice } from '../engine/spot-price.ts';
import { handler } from '../routes/handler.ts';
import { priceText } from '../routes/serialize.ts';

type AuctionsAnswer = z.input<typeof readAuctions.answer.of>;

/** Free capacity and spot price of each pool as they are. */
export const auctions = handler(
  readAuctions,
  (_, { world, variants }): AuctionsAnswer =>
    [...world.pools.values()].map((pool) => {
      const lowest = lowestWinningLimit(pool);
      return {
        fid: `auction_${pool.id}`,
        instance_type: pool.id,
        region: pool.region,
        capacity: pool.capacity - pool.held,
        last_instance_price: priceText(spotPrice(pool), variants),
        lowest_allocated_price: lowest === null ? null : priceText(lowest, variants),
      };
    }),
);

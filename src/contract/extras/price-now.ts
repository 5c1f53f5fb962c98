import * as z from 'zod';
import { none } from '../endpoint.ts';
import { cents, count, reading } from './parts.ts';

const priceNow = z.object({
  spot_price_cents: cents.nullable(),
  minimum_price_cents: cents.nullable(),
  lowest_allocated_bid_cents: cents.nullable(),
  dynamic_win_price_cents: cents.nullable(),
  available_capacity: count.nullable(),
  total_capacity: count.nullable(),
});
/** What a bid for a quantity must offer to win, per instance or per GPU and hour as the service sees fit. */
export type PriceNow = z.output<typeof priceNow>;

export const readPriceNow = reading({
  path: '/v2/pricing/current',
  params: none,
  query: z.strictObject({
    instance_type: z.string(),
    region: z.string().nullish(),
    instance_quantity: z.int().nullish(),
  }),
  of: priceNow,
});

import * as z from 'zod';
import { none } from '../endpoint.ts';
import { cents, identifier, inOrder, MOST_ROWS, moment, reading } from './parts.ts';

const MOST_SAMPLES = 5000;

const series = z
  .object({
    instance_type: identifier,
    region: identifier,
    timestamps: z.array(moment).max(MOST_SAMPLES),
    spot_prices: z.array(cents.nullable()).max(MOST_SAMPLES),
    region_disabled: z.boolean().nullish(),
  })
  .refine(({ timestamps, spot_prices }) => timestamps.length === spot_prices.length, 'Each price needs one time.')
  .refine(({ timestamps }) => inOrder(timestamps), 'The times are not in order.');
/** Prices of one type and region over time, as at `timestamps`. */
export type PriceSeries = z.output<typeof series>;

export const readPriceHistory = reading({
  path: '/v2/pricing/history',
  params: none,
  query: z.strictObject({
    instance_types: z.array(z.string()).nullish(),
    region: z.string().nullish(),
    num_samples: z.int().nullish(),
    start_time: z.string().nullish(),
    end_time: z.string().nullish(),
  }),
  of: z.object({ series: z.array(series).max(MOST_ROWS), complete: z.boolean().nullish() }),
});

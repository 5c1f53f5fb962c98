import * as z from 'zod';
import { none } from '../endpoint.ts';
import { amount, count, identifier, MOST_ROWS, reading } from './parts.ts';

const auction = z.object({
  fid: identifier,
  instance_type: identifier,
  region: identifier,
  capacity: count,
  last_instance_price: amount,
  lowest_allocated_price: amount.nullable(),
});
/** Free capacity and prices per instance and hour, of one type and region. */
export type Auction = z.output<typeof auction>;

/** Price and free capacity of every type and region. */
export const readAuctions = reading({
  path: '/v2/spot/availability',
  params: none,
  query: none,
  of: z.array(auction).max(MOST_ROWS),
});

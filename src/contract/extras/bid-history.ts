import * as z from 'zod';
import { none } from '../endpoint.ts';
import { amount, identifier, line, moment, reading } from './parts.ts';

const bidEvent = z.object({
  timestamp: moment,
  /** `Placed`, `Paused`, `Resumed`, `Terminated`, `Allocated`, `Preempted`, `Limit Price Changed` and others. */
  event_type: line,
  limit_price: amount.nullish().transform((price) => price ?? null),
  user_id: identifier.nullish().transform((user) => user ?? null),
});
export type BidHistoryEvent = z.output<typeof bidEvent>;

/** The story of one bid, with who changed it. */
export const readBidHistory = reading({
  path: '/v2/spot/bids/{fid}/history',
  params: z.strictObject({ fid: z.string() }),
  query: none,
  of: z.object({ bid_fid: identifier, events: z.array(bidEvent).max(10_000) }),
});

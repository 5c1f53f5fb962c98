import type * as z from 'zod';
import { readBidHistory } from '../../contract/extras/bid-history.ts';
import { notFound } from '../routes/error-body.ts';
import { handler } from '../routes/handler.ts';
import { priceText, timestamp } from '../routes/serialize.ts';
import { MOST_EVENTS } from './parts.ts';

type BidHistoryAnswer = z.input<typeof readBidHistory.answer.of>;

/** Also of a bid that is no longer listed. */
export const bidHistory = handler(readBidHistory, ({ params }, { world, variants }): BidHistoryAnswer => {
  const entries = world.history.bids.entries.filter(({ bid }) => bid === params.fid);
  if (entries.length === 0 && world.bids.get(params.fid) === undefined) throw notFound('Bid', params.fid);
  return {
    bid_fid: params.fid,
    events: entries.slice(-MOST_EVENTS).map(({ at, event, limit, by }) => ({
      timestamp: timestamp(at, variants),
      event_type: event,
      limit_price: priceText(limit, variants),
      user_id: by,
    })),
  };
});

import * as z from 'zod';
import { BidFid, InstanceFid } from '../../contract/fid.ts';
import { Log } from './log.ts';
import { InstanceRecord, micros, time } from './model.ts';

/** What happened, for the extras, in the shape of the market's file. */

/** Spot prices in cents in the order of the pools, whenever one has changed. */
export const PriceEntry = z.strictObject({ at: time, cents: z.array(z.int()) });
export type PriceEntry = z.output<typeof PriceEntry>;

const BID_EVENTS = [
  'Placed',
  'Paused',
  'Resumed',
  'Terminated',
  'Allocated',
  'Preempting',
  'Preempted',
  'Limit Price Changed',
  'Volumes Attached',
  'Volumes Removed',
] as const;

/** `by`: the person; null for the market itself. `limit`: as it was then. */
export const BidEntry = z.strictObject({
  at: time,
  bid: BidFid,
  event: z.enum(BID_EVENTS),
  limit: micros,
  by: z.string().nullable(),
});
export type BidEntry = z.output<typeof BidEntry>;

export const StateEntry = z.strictObject({
  at: time,
  instance: InstanceFid,
  bid: BidFid.nullable(),
  pool: z.string(),
  status: InstanceRecord.shape.status,
});
export type StateEntry = z.output<typeof StateEntry>;

export type History = {
  readonly prices: Log<PriceEntry>;
  readonly bids: Log<BidEntry>;
  readonly states: Log<StateEntry>;
};

/**
 * At most, together about 30 MB of the file: a week of prices at six a minute, and what a thousand instances go
 * through meanwhile.
 */
const MOST = { prices: 70_000, bids: 50_000, states: 100_000 };

export function emptyHistory(): History {
  return { prices: new Log(MOST.prices), bids: new Log(MOST.bids), states: new Log(MOST.states) };
}

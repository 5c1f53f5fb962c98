import { firstWhere, joined } from '../../lib/intervals.ts';
import type { BidRecord, BidSteps } from './bid-record.ts';

/** A record with the steps and the observed time since. The steps of bids without new ones stay the same objects. */
export function extendedRecord(record: BidRecord, since: BidRecord): BidRecord {
  if (since.bids.length === 0 && since.observed.length === 0) return record;
  const bids = new Map(record.bids.map((one): [string, BidSteps] => [one.traits.bid, one]));
  for (const { traits, steps } of since.bids) {
    const known = bids.get(traits.bid)?.steps ?? [];
    const newer = steps.filter(({ at }) => known[firstWhere(known, (one) => one.at >= at)]?.at !== at);
    const last = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    // A slow console may write a step before one that is known.
    const isInOrder = newer.every(({ at }) => at > last);
    const all = [...known, ...newer];
    if (!isInOrder) all.sort((one, other) => one.at - other.at);
    if (newer.length > 0) bids.set(traits.bid, { traits, steps: all });
  }
  return { ...record, bids: [...bids.values()], observed: joined([...record.observed, ...since.observed]) };
}

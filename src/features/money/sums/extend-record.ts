import type { BidRecord, BidSteps } from './bid-step.ts';
import { joined } from './observed-time.ts';

/** Returns a record with the steps and the observed time since. The steps of bids without new ones stay the same objects. */
export function extendedRecord(record: BidRecord, since: BidRecord): BidRecord {
  if (since.bids.length === 0 && since.observed.length === 0) return record;
  const bids = new Map(record.bids.map((one): [string, BidSteps] => [one.traits.bid, one]));
  for (const { traits, steps } of since.bids) {
    const known = bids.get(traits.bid)?.steps ?? [];
    const times = new Set(known.map(({ at }) => at));
    const newer = steps.filter(({ at }) => !times.has(at));
    // A slow console may write a step before one that is known.
    const all = [...known, ...newer].sort((one, other) => one.at - other.at);
    if (newer.length > 0) bids.set(traits.bid, { traits, steps: all });
  }
  return { ...record, bids: [...bids.values()], observed: joined([...record.observed, ...since.observed]) };
}

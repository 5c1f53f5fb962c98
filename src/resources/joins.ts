import type { Listed } from '../api/outcome.ts';
import type { Bid } from '../contract/bid.ts';
import type { BidFid } from '../contract/fid.ts';
import type { Instance } from '../contract/instance.ts';
import { type Money, sumOfEach } from '../lib/money.ts';
import { calledHere } from './names.ts';
import type { Context, Exposure } from './resource.ts';
import { isStatus } from './status.ts';

const none: readonly Instance[] = [];
const byBid = new WeakMap<ReadonlyMap<string, Listed<Instance>>, ReadonlyMap<string, readonly Instance[]>>();

/** The instances of a bid, as the instances list tells it. The index is made once for each list that arrives. */
export function instancesOf(bid: BidFid, context: Context): readonly Instance[] {
  const rows = context.rowsOf('instances');
  const known = byBid.get(rows) ?? indexed(rows);
  return known.get(bid) ?? none;
}

/** How many instances of a bid run. */
export function runningOf(bid: BidFid, context: Context): number {
  return instancesOf(bid, context).filter(({ status }) => isStatus(status, 'running')).length;
}

/** What the running instances of these bids cost an hour at their limit prices: at most that, for the service charges less. */
export function exposureOf(bids: Iterable<Bid>, runningOn: (bid: BidFid) => number): Exposure {
  const parts: { readonly each: Money; readonly count: number }[] = [];
  for (const { fid, limit_price } of bids) {
    const each = limit_price?.amount ?? null;
    const count = each === null ? 0 : runningOn(fid);
    if (each !== null && count > 0) parts.push({ each, count });
  }
  return sumOfEach(parts);
}

/** What a row of another list is called here: its name, or its fid when it has none or isn't listed. */
export function nameIn(list: 'bids' | 'volumes' | 'sshKeys', fid: string, context: Context): string {
  return context.rowsOf(list).get(fid)?.row.name || calledHere(fid, context.names);
}

function indexed(rows: ReadonlyMap<string, Listed<Instance>>): ReadonlyMap<string, readonly Instance[]> {
  const index = new Map<string, Instance[]>();
  for (const { row } of rows.values()) {
    if (row.bid === null) continue;
    const others = index.get(row.bid);
    if (others === undefined) index.set(row.bid, [row]);
    else others.push(row);
  }
  byBid.set(rows, index);
  return index;
}

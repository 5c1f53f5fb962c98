import type { Bid } from '../../../contract/bid.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import { whyChanged } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { ExpectedBid, Write, WriteResponse } from '../../../resources/write.ts';
import { liveBids, volumesOf } from '../rows.ts';

/** The rows that a plan was made from, as its own writes have changed them since. */
export type SeenRows = {
  /** Why a write is not sent: somebody else has changed what it was decided by; null when nobody has. `now` are the newest rows. */
  readonly whyChanged: (write: Write, now: Context) => string | null;
  /**
   * Notes a write of the plan, with the rows before it. Without the row in its answer it is not known how that is now, and it is not
   * compared again.
   */
  readonly sent: (write: Write, written: WriteResponse | null, before: Context) => void;
};

/** A bid as it was seen last, and the rows before which that was: they are no newer. */
type SeenBid = { readonly bid: Bid; readonly notIn: Context };

/** What a change of a bid was decided by. */
const expectedOf = (bid: Bid): ExpectedBid => ({
  paused: isStatus(bid.status, 'paused'),
  price: bid.limit_price?.amount ?? null,
  volumes: launchOf(bid).volumes,
});

/** Remembers the rows that a plan was made from, so that what somebody else has changed since is left alone. */
export function createSeenRows(context: Context): SeenRows {
  const bids = new Map<string, SeenBid>(
    [...context.rowsOf('bids')].map(([fid, { row }]) => [fid, { bid: row, notIn: context }]),
  );
  const volumes = new Set<string>(context.rowsOf('volumes').keys());
  const whyBidChanged = (fid: string, now: Context): string | null => {
    const seen = bids.get(fid);
    return seen === undefined || seen.notIn === now
      ? null
      : whyChanged(now.rowOf('bids', fid)?.row, expectedOf(seen.bid));
  };
  /** Why no row of this name is created: another one is there by now, or the one that is replaced has changed. */
  const whyNotCreated = ({ list, name }: Write, now: Context): string | null => {
    if (list === 'volumes')
      return volumesOf(now).some((volume) => volume.name === name && !volumes.has(volume.fid))
        ? 'a volume of this name is there by now'
        : null;
    const alike = liveBids(now).filter((bid) => bid.name === name);
    if (alike.some(({ fid }) => !bids.has(fid))) return 'a bid of this name is there by now';
    return alike.map(({ fid }) => whyBidChanged(fid, now)).find((why) => why !== null) ?? null;
  };
  return {
    whyChanged: (write, now) => {
      if (write.fid === null) return whyNotCreated(write, now);
      return write.list === 'bids' ? whyBidChanged(write.fid, now) : null;
    },
    sent: ({ fid }, written, before) => {
      const row = written?.kind === 'row' ? written : null;
      if (row?.list === 'volumes') volumes.add(row.row.row.fid);
      else if (row?.list === 'bids') bids.set(row.row.row.fid, { bid: row.row.row, notIn: before });
      else if (fid !== null) bids.delete(fid);
    },
  };
}

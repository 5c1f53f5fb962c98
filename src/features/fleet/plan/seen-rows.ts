import type { Bid } from '../../../contract/bid.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import { whyChanged } from '../../../resources/bids/writes.ts';
import type { Context } from '../../../resources/context.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { ExpectedBid, Write, WriteResponse } from '../../../resources/write.ts';
import { liveBids, volumesOf } from '../rows.ts';

/** The rows behind a plan, updated by its own writes. */
export type SeenRows = {
  /** Why a write is not sent: its row was changed by others; null if not. */
  readonly whyChanged: (write: Write, now: Context) => string | null;
  /** Notes a write with the rows before it. A row without an answer is no longer compared. */
  readonly sent: (write: Write, written: WriteResponse | null, before: Context) => void;
};

/** `notIn`: lists that are not newer than the row. */
type SeenBid = { readonly bid: Bid; readonly notIn: Context };

const expectedOf = (bid: Bid): ExpectedBid => ({
  paused: isStatus(bid.status, 'paused'),
  price: bid.limit_price?.amount ?? null,
  volumes: launchOf(bid).volumes,
});

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
  /** A row of its name appeared, or the replaced one changed. */
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

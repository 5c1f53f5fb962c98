import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { changedKeys, keysBetween, VersionedMap } from '../../lib/maps.ts';
import type { ContextSource, OwnValue } from '../../resources/context.ts';
import { type Auctions, auctionKeyOf, auctionsNow } from '../extras/auctions.ts';
import { type Headroom, headroomOf } from './headroom.ts';

type Headrooms = ReadonlyMap<string, Headroom>;
type Bids = ReadonlyMap<string, ListedRow<Bid>>;

const keyOfBid = (bid: Bid | undefined): string | null => (bid === undefined ? null : auctionKeyOf(bid));

const isSame = (a: Headroom | null, b: Headroom | undefined): boolean =>
  a?.micros === b?.micros && a?.sign === b?.sign && a?.ratio === b?.ratio;

/** Of all bids, by fid. A new price costs the bids of its type and region, a new list its changes. */
export function createHeadrooms(): (source: ContextSource) => Headrooms {
  let last: { readonly rows: Bids; readonly auctions: Auctions } = { rows: new Map(), auctions: new Map() };
  let known = VersionedMap.of<Headroom>(new Map());
  const byPair = new Map<string, Set<string>>();

  const moveBid = (fid: string, from: string | null, to: string | null): void => {
    if (from === to) return;
    if (from !== null) byPair.get(from)?.delete(fid);
    if (to === null) return;
    const bids = byPair.get(to);
    if (bids === undefined) byPair.set(to, new Set([fid]));
    else bids.add(fid);
  };

  return (source) => {
    const { rows, delta } = source.lists.bids;
    const auctions = auctionsNow.of(source);
    if (last.rows === rows && last.auctions === auctions) return known;
    const touched = new Set(keysBetween(last.rows, rows, delta));
    for (const fid of touched) moveBid(fid, keyOfBid(last.rows.get(fid)?.row), keyOfBid(rows.get(fid)?.row));
    for (const key of changedKeys(last.auctions, auctions)) for (const fid of byPair.get(key) ?? []) touched.add(fid);
    known = known.with(
      Array.from(touched, (fid) => {
        const bid = rows.get(fid)?.row;
        const key = keyOfBid(bid);
        const next = bid === undefined || key === null ? null : headroomOf(bid, auctions.get(key) ?? null);
        const before = known.get(fid);
        return [fid, isSame(next, before) ? before : (next ?? undefined)];
      }),
    );
    last = { rows, auctions };
    return known;
  };
}

const [ofLive, ofFrozen] = [createHeadrooms(), createHeadrooms()];

/** By fid of the bid; without those whose price is not known. */
export const knownHeadrooms: OwnValue<[], Headrooms> = {
  of: (source) => (source.lists === source.state.frozen ? ofFrozen : ofLive)(source),
};

export const headroomOfBid: OwnValue<[bid: string], Headroom | null> = {
  of: (source, bid) => knownHeadrooms.of(source).get(bid) ?? null,
  revision: knownHeadrooms,
};

import type { Bid } from '../contract/bid.ts';
import { type BidFid, ReservationFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Context } from '../resources/context.ts';
import type { Filter } from '../resources/filter/parse.ts';
import { nameIn } from '../resources/parts/joins.ts';
import { fitInAddress } from '../resources/reference-queries.ts';
import { exactTexts, isOneIdentifier, type RowQuery, type SelectableRow } from '../resources/service-filter.ts';
import { allOf } from '../sync/parts/part-order.ts';
import type { ListReader } from './list-reader.ts';
import { rowsNamed } from './read-lists.ts';

/** Where rows come from, by what the operator has given. */
export type GivenOrigin = {
  /** Names or identifiers of bids. */
  readonly bids: readonly string[];
  readonly reservations: readonly string[];
  readonly filters: readonly Filter[];
};

/** The query for the rows of an origin, and how many of them each bid in it lists. */
export type Origin = { readonly query: RowQuery; readonly listed: ReadonlyMap<string, number> };

/**
 * The query for the bids and reservations that rows come from. Bids are looked up in their list, which is read until all
 * have come by their identifiers; another bid could have the same name. @throws {CommandFailure} for an unknown bid in `bids`.
 */
export async function originQuery(reader: ListReader, name: ServiceList, given: GivenOrigin): Promise<Origin> {
  const { bids, reservations } = given;
  const reserved =
    reservations.length > 0 ? { reservation_fid_in: reservations.map((fid) => ReservationFid.parse(fid)) } : {};
  if (bids.length === 0) {
    const ofFilter = name === 'instances' ? await bidsOfFilter(reader, given.filters) : null;
    return ofFilter === null ? { query: reserved, listed: new Map() } : fromBids(ofFilter, reserved);
  }
  reader.add('bids', await reader.request('bids', { enough: allOf(bids) }));
  return fromBids(new Map(rowsNamed(reader.lists(), 'bids', bids).map(countOf)), reserved);
}

const fromBids = (listed: ReadonlyMap<BidFid, number>, reserved: RowQuery): Origin => ({
  query: { bid_fid_in: [...listed.keys()], ...reserved },
  listed,
});

/** The bids that a filter names, with the instances that each lists; null where it leaves others open, or one is not known. */
async function bidsOfFilter(
  reader: ListReader,
  filters: readonly Filter[],
): Promise<ReadonlyMap<BidFid, number> | null> {
  const texts = exactTexts({ kind: 'all', of: filters }, 'bid');
  const { glyphs } = reader.lists().context;
  // The sign for a missing value finds the rows without a bid.
  if (texts === null || texts.includes(glyphs.none)) return null;
  reader.joined('bids', await reader.request('bids', { enough: allOf(texts) }));
  const { context } = reader.lists();
  const listed = new Map<BidFid, number>();
  for (const text of texts) {
    const meant = bidsCalled(context, text);
    // An instance may name a bid that is in no list.
    if (meant.length === 0) return null;
    for (const bid of meant) listed.set(...countOf(bid));
  }
  const fids = [...listed.keys()];
  return fids.every(isOneIdentifier) && fitInAddress(fids) ? listed : null;
}

/** The bids that `bid:=text` means: those that are shown so, and the one with this identifier. */
function bidsCalled(context: Context, text: string): readonly Bid[] {
  const sought = text.toLowerCase();
  return [...context.rowsOf('bids').values()].flatMap(({ row }) =>
    [row.fid, nameIn('bids', row.fid, context)].some((called) => called.toLowerCase() === sought) ? [row] : [],
  );
}

const countOf = ({ fid, instances }: Bid): [BidFid, number] => [fid, instances.length];

/** Whether there are rows: an empty list may be that of a service that does not know the query. */
export const isAnything = (rows: readonly unknown[]): boolean => rows.length > 0;

/** Whether rows can be those of an origin: each bid that lists instances has some. */
export function hasAll({ listed }: Origin): (rows: readonly SelectableRow[], isCut: boolean) => boolean {
  return (rows, isCut) => {
    if (isCut || listed.size === 0) return isAnything(rows);
    const came = new Set(rows.map(({ bid }) => bid));
    return [...listed].every(([fid, count]) => count === 0 || came.has(fid));
  };
}

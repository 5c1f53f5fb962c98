import type { Bid } from '../../contract/bid.ts';
import type { ContextSource } from '../../resources/context.ts';
import { type Auctions, auctionKey, auctionsAt } from '../extras/auctions.ts';
import type { Dated } from '../extras/extra.ts';
import { freshQuotas, type KnownQuotas, quotaIn } from '../extras/quotas.ts';
import type { Said } from './bid-reason.ts';

/** What the service says beyond its lists: the same object while that is unchanged. */
export type SaidByService = {
  readonly auctions: Dated<Auctions> | null;
  readonly quotas: KnownQuotas;
  /** Of bids that name none. */
  readonly project: string;
};

export const NOTHING_SAID: SaidByService = { auctions: null, quotas: new Map(), project: '' };

export function saidByService(source: ContextSource, before: SaidByService): SaidByService {
  const { state } = source;
  const auctions = state.shownInstead === null ? auctionsAt(source) : null;
  const quotas = freshQuotas(state, before.quotas);
  const { project } = state.connected;
  const isSame = before.auctions === auctions && before.quotas === quotas && before.project === project;
  return isSame ? before : { auctions, quotas, project };
}

export function saidOf({ auctions, quotas, project }: SaidByService, bid: Bid): Said | null {
  const { instance_type: type, region } = bid;
  if (type === null) return null;
  const auction = region === null ? undefined : auctions?.value.get(auctionKey(type, region));
  const quota = quotaIn(quotas, bid.project || project, type);
  return {
    price:
      auction === undefined || auctions === null
        ? null
        : { value: auction.last_instance_price, free: auction.capacity, readAt: auctions.readAt },
    quota,
  };
}

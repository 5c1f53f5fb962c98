import type { Bid } from '../../contract/bid.ts';

/** A type in a region, by their identifiers, and the currency of the bid when it has a price. */
export type PricedPair = { readonly type: string; readonly region: string; readonly sign: string | null };

export const pairOf = ({ instance_type, region, limit_price }: Bid): PricedPair => ({
  type: instance_type ?? '',
  region: region ?? '',
  sign: limit_price?.amount?.sign ?? null,
});

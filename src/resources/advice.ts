import type { Bid } from '../contract/bid.ts';
import type { Tone } from './cell.ts';

/** Shares of the time that the suggested limit prices would have held. */
export const SHARES = { often: 0.9, mostly: 0.99 } as const;
export type Share = keyof typeof SHARES;

/** What is known about a field's value, and the values that keys put in. */
export type Advice = {
  /** The same in its longest form and in shorter ones: the first one that fits is shown. */
  readonly texts: readonly [string, ...string[]];
  readonly tone: Tone;
  readonly values: { readonly [Each in Share]: string | null };
  /** Why there are no values. */
  readonly why: string | null;
};

/** What limit prices are advised on: a type in a region, by their identifiers, and the currency of the bid when it has a price. */
export type PricedPair = { readonly type: string; readonly region: string; readonly sign: string | null };

export const pairOf = ({ instance_type, region, limit_price }: Bid): PricedPair => ({
  type: instance_type ?? '',
  region: region ?? '',
  sign: limit_price?.amount?.sign ?? null,
});

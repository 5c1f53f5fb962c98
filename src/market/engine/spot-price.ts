import type { PoolRecord } from './model.ts';

/** Of a dollar, in millionths. */
export const CENT = 10_000n;

/** What winners pay, in millionths of a dollar: the price, up to whole cents. */
export const spotPrice = ({ price }: Pick<PoolRecord, 'price'>): bigint => ((price + CENT - 1n) / CENT) * CENT;

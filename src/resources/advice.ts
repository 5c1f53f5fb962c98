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

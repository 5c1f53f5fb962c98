import type { Tone } from './cell.ts';

/** What is known about a field's value, and the values that keys put in. */
export type Advice = {
  /** The same in its longest form and in shorter ones: the first one that fits is shown. */
  readonly texts: readonly [string, ...string[]];
  readonly tone: Tone;
  readonly values: { readonly often: string | null; readonly mostly: string | null };
  /** Why there are no values. */
  readonly why: string | null;
};

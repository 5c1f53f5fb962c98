import type { Cost, Rate } from './cost.ts';

/**
 * Returns what some rates come to over a number of milliseconds. This is the one place where a price becomes an amount over time, and
 * `spend.ts` alone uses it: who needs such an amount asks there.
 */
export const costOfTime = (rates: readonly Rate[], ms: number): readonly Cost[] =>
  rates.map(({ sign, micros }) => ({ sign, microMs: micros * BigInt(ms) }));

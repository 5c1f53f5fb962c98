import type { Asked } from './service.ts';

const MINUTE_MS = 60_000;

/** Returns the most requests of any minute. */
export function mostInAMinute(asked: readonly Pick<Asked, 'at'>[]): number {
  let most = 0;
  let from = 0;
  for (const [n, { at }] of asked.entries()) {
    while ((asked[from]?.at ?? at) + MINUTE_MS <= at) from += 1;
    most = Math.max(most, n - from + 1);
  }
  return most;
}

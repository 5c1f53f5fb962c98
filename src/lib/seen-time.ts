/**
 * Longest time between two samples of a machine that counts as seen, in milliseconds: what it did in a longer one is not known. A turn
 * through a large fleet takes minutes.
 */
export const SEEN_MS = 15 * 60_000;

/** Whether it is known what a machine did between two samples. A clock that was put back far is a time that nobody saw, too. */
export const isSeenBetween = (before: number, after: number): boolean => Math.abs(after - before) <= SEEN_MS;

import { MINUTE_MS } from '../../../lib/duration.ts';

/**
 * Longest time between two decisions that counts, in milliseconds: in a longer one nothing ran the rule, the machine slept, or the clock was
 * changed.
 */
const GAP_MS = 5 * MINUTE_MS;

/** The time between two decisions that nobody saw, in milliseconds, below 0 when the clock was put back; 0 when they are near each other. */
export function unseenBetween(seenAt: number | null, now: number): number {
  const ms = seenAt === null ? 0 : now - seenAt;
  return Math.abs(ms) > GAP_MS ? ms : 0;
}

/** The minute of a decision as it is remembered: it is written once a minute, not with each decision. */
export const seenMinute = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS;

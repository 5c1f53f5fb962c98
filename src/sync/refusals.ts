/** Share of the requests of a minute that is left after the service has refused one, and the least share while it refuses few of them. */
const AFTER_REFUSAL = 0.8;
const LEAST_SHARE = 0.75;
/** Least share while the service refuses most requests. */
const LEAST_SHARE_OF_ALL = 0.05;
/** Share of refused requests from which on they are most. */
const MOST = 0.25;
/** Shortest time between two reductions, and time in which a tenth comes back, in milliseconds. */
const STEP_MS = 5000;
const RECOVERY_MS = 10_000;
const RECOVERED = 0.1;

/**
 * How many requests the service takes, by those that it answered with 429. `share` is the part of the requests of a minute that are
 * sent; `refused` and `sent` count requests since the last reduction. Times are steady, in milliseconds.
 */
export type Refusals = {
  readonly share: number;
  readonly changedAt: number;
  readonly refused: number;
  readonly sent: number;
};

export const NO_REFUSALS: Refusals = { share: 1, changedAt: Number.NEGATIVE_INFINITY, refused: 0, sent: 0 };

/** Counts a request that was sent. After a time without refusals more are sent again. */
export function requestSent(before: Refusals, now: number): Refusals {
  const counted = { ...before, sent: before.sent + 1 };
  if (before.share === 1 || now - before.changedAt < RECOVERY_MS) return counted;
  return { share: Math.min(1, before.share + RECOVERED), changedAt: now, refused: 0, sent: 0 };
}

/**
 * Counts a request that the service refused as one too many. Fewer are sent from then on; far fewer only when it refuses most of them: a
 * service that refuses some whatever the rate would otherwise get none.
 */
export function requestRefused(before: Refusals, now: number): Refusals {
  const counted = { ...before, refused: before.refused + 1 };
  if (now - before.changedAt < STEP_MS) return counted;
  const refusesMost = counted.refused > counted.sent * MOST;
  const least = refusesMost ? LEAST_SHARE_OF_ALL : LEAST_SHARE;
  return {
    share: Math.max(Math.min(least, before.share), before.share * AFTER_REFUSAL),
    changedAt: now,
    refused: 0,
    sent: 0,
  };
}

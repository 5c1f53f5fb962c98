// Separate from the poller and the state, so that the settings' defaults load neither.

/** Intervals between polls of visible and of hidden lists, in milliseconds, and the most requests for rows in a minute. */
export type Pace = { readonly visibleMs: number; readonly hiddenMs: number; readonly maxRequests: number };

export const DEFAULT_PACE: Pace = { visibleMs: 2000, hiddenMs: 10_000, maxRequests: 600 };

/** Usual time between a preemption's notice and its end, in milliseconds. */
export const USUAL_PREEMPTION_MS = 5 * 60_000;

/** Divisor of the time that requests may take: a list is read for at most a third of the time, so slow services get fewer requests. */
export const REQUEST_SHARE = 3;

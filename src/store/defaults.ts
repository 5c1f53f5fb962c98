// Apart from poller and state, so that the settings' defaults load neither.

/** Milliseconds between polls of visible and hidden lists, and most requests in a minute. */
export type Pace = { readonly visibleMs: number; readonly hiddenMs: number; readonly maxRequests: number };

export const DEFAULT_PACE: Pace = { visibleMs: 2000, hiddenMs: 10_000, maxRequests: 600 };

/** Usual time from a preemption's notice to its end, in milliseconds. */
export const USUAL_PREEMPTION_MS = 5 * 60_000;

/** A list is read for at most a third of the time, so slow services get fewer requests. */
export const REQUEST_SHARE = 3;

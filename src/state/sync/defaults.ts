// Separate from the poller and the state, so that the settings' defaults load neither.

/** Intervals between polls of visible and of hidden lists, in milliseconds. */
export type Pace = { readonly visibleMs: number; readonly hiddenMs: number };

export const DEFAULT_PACE: Pace = { visibleMs: 2000, hiddenMs: 10_000 };

/** Usual time between a preemption's notice and its end, in milliseconds. */
export const USUAL_PREEMPTION_MS = 5 * 60_000;

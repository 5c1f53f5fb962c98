// Apart from the poller and the state, so that telling the settings' defaults loads nothing of them.

/** How often lists are asked for, in milliseconds. */
export type Pace = { readonly visibleMs: number; readonly hiddenMs: number };

export const DEFAULT_PACE: Pace = { visibleMs: 2000, hiddenMs: 10_000 };

/** Clients of such services see about five minutes between notice and end. */
export const USUAL_PREEMPTION_MS = 5 * 60_000;

// Apart from the client, which settings don't load.

/** Longer than the HTTP client's own limit for connecting, so that an unsent write is reported as such. */
export const DEFAULT_TIMEOUT_MS = 15_000;
export const DEFAULT_PAGE_SIZE = 100;
export const DEFAULT_MAX_PAGES = 1000;

// Separate from the client, so that the defaults of settings load nothing of it.

/**
 * Timeout of one request, in milliseconds. Longer than the HTTP client's own limit
 * for connecting, so that a write that was never sent is reported as such.
 */
export const DEFAULT_TIMEOUT_MS = 15_000;
export const DEFAULT_PAGE_SIZE = 100;
export const DEFAULT_MAX_PAGES = 1000;

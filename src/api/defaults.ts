// Apart from the client, so that telling the settings' defaults loads nothing of it.

/** A time that outlasts the HTTP client's own limit for connecting, so that a write which never left is known as such. */
export const DEFAULT_TIMEOUT_MS = 15_000;
export const DEFAULT_PAGE_SIZE = 100;
export const DEFAULT_MAX_PAGES = 1000;

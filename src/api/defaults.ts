// Apart from the client, to keep it out of the settings.

/** Longer than the HTTP client's connect limit, so an unsent write is reported as unsent. */
export const DEFAULT_TIMEOUT_MS = 15_000;
export const DEFAULT_PAGE_SIZE = 100;
export const DEFAULT_MAX_PAGES = 1000;

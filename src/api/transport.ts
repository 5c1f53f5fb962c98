/** Loads the HTTP client, and Node's with it, for the first request, so that the first frame does not wait for it. */
export const loadTransport = () => import('ofetch');

/**
 * Options of the HTTP client for one attempt whose answer the caller judges: ofetch alone would repeat a POST, follow a redirect,
 * throw on an error status, and read the body whatever its size.
 */
export const SINGLE_ATTEMPT = {
  redirect: 'manual',
  retry: 0,
  ignoreResponseError: true,
  responseType: 'stream',
} as const;

import type { Clock } from '../lib/clock.ts';

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

/** Longest timer of Node, in milliseconds; a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Aborts a request at its timeout or by its caller, and remembers which came first. */
export type RequestTimeout = {
  readonly signal: AbortSignal;
  readonly endedBy: () => 'timeout' | 'aborted' | null;
  /** Releases the timer and the caller's signal, which may outlive many requests. */
  readonly clear: () => void;
};

/** Starts a timeout of `ms`, which the caller's signal can end earlier. Leaves nothing behind on a long-lived signal. */
export function startTimeout(ms: number, caller: AbortSignal | undefined, clock: Pick<Clock, 'after'>): RequestTimeout {
  const controller = new AbortController();
  let ended: 'timeout' | 'aborted' | null = null;
  const end = (by: 'timeout' | 'aborted'): void => {
    ended ??= by;
    controller.abort();
  };
  const onAbort = (): void => end('aborted');
  const cancel = clock.after(Math.min(Math.max(ms, 0), LONGEST_MS), () => end('timeout'));
  if (caller?.aborted === true) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    endedBy: () => ended,
    clear: () => {
      cancel();
      caller?.removeEventListener('abort', onAbort);
    },
  };
}

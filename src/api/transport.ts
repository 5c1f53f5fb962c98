import type { Clock } from '../lib/clock.ts';

/** Loaded with the first request: the first frame does not wait for it. */
export const loadTransport = () => import('ofetch');

/**
 * One attempt without redirects: ofetch alone would repeat a POST, follow redirects, throw, and read bodies of any
 * size.
 */
export const SINGLE_ATTEMPT = {
  redirect: 'manual',
  retry: 0,
  ignoreResponseError: true,
  responseType: 'stream',
} as const;

/** A longer timer of Node would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Aborts at the timeout or by the caller, and remembers the first. */
export type RequestTimeout = {
  readonly signal: AbortSignal;
  readonly endedBy: () => 'timeout' | 'aborted' | null;
  readonly clear: () => void;
};

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

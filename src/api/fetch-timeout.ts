/** Longest time that a timer of Node takes; a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Ends a request when its time is over or its caller no longer wants it, and remembers which came first. */
export type RequestTimeout = {
  readonly signal: AbortSignal;
  readonly endedBy: () => 'timeout' | 'aborted' | null;
  /** Lets go of the timer and of the caller's signal, which may outlive many requests. */
  readonly clear: () => void;
};

/** A deadline `ms` from now, or the caller's abort. Made by hand so that nothing stays behind on a long-lived signal. */
export function startTimeout(ms: number, caller: AbortSignal | undefined): RequestTimeout {
  const controller = new AbortController();
  let ended: 'timeout' | 'aborted' | null = null;
  const end = (by: 'timeout' | 'aborted'): void => {
    ended ??= by;
    controller.abort();
  };
  const onAbort = (): void => end('aborted');
  const timer = setTimeout(() => end('timeout'), Math.min(Math.max(ms, 0), LONGEST_MS));
  if (caller?.aborted === true) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    endedBy: () => ended,
    clear: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}

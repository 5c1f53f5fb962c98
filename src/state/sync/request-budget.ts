import type { Permit } from '../../api/list-pages.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';

/** Most requests for rows at once, and the time over which they are counted, in milliseconds. */
const MAX_OPEN = 4;
const WINDOW_MS = 60_000;

/** Purpose of a request: a small list or a part of a list, for what is on screen; or a page of a large list. */
type Purpose = 'screen' | 'list';

/** Limits the requests for rows of all lists together. Writes are not counted and never wait. */
export type RequestBudget = {
  /** Waits until a request may be sent: those for the screen before large lists, each in their order. */
  readonly permit: (purpose: Purpose) => Permit;
  /** Sets how many of the requests of a minute large lists leave for the screen. */
  readonly reserve: (requests: number) => void;
  /** Lets every waiting request go on at once, because none of them will be sent. */
  readonly release: () => void;
};

type Waiting = { readonly purpose: Purpose; readonly go: (done: () => void) => void };

/** Creates the budget of one connection. `max` returns the most requests in a minute. */
export function createRequestBudget(clock: Clock, max: () => number): RequestBudget {
  /** The requests of the last minute, oldest first. */
  const sent: { readonly at: number; readonly purpose: Purpose }[] = [];
  let waiting: readonly Waiting[] = [];
  let open = 0;
  let reserved = 0;
  let timer: Cancel | null = null;

  const mayGo = ({ purpose }: Waiting): boolean => {
    if (open >= MAX_OPEN || sent.length >= max()) return false;
    return purpose === 'screen' || sent.filter((request) => request.purpose === 'list').length < max() - reserved;
  };

  const proceed = (): void => {
    timer?.();
    timer = null;
    const now = clock.steady();
    while (sent[0] !== undefined && sent[0].at <= now - WINDOW_MS) sent.shift();
    for (;;) {
      const next = [...waiting.filter(({ purpose }) => purpose === 'screen'), ...waiting].find(mayGo);
      if (next === undefined) break;
      waiting = waiting.filter((request) => request !== next);
      sent.push({ at: now, purpose: next.purpose });
      open += 1;
      next.go(once(ended));
    }
    const [oldest] = sent;
    if (waiting.length > 0 && open < MAX_OPEN && oldest !== undefined)
      timer = clock.after(oldest.at + WINDOW_MS - now, proceed);
  };

  const ended = (): void => {
    open -= 1;
    proceed();
  };

  return {
    permit: (purpose) => () =>
      new Promise((go) => {
        waiting = [...waiting, { purpose, go }];
        proceed();
      }),
    reserve: (requests) => {
      reserved = requests;
    },
    release: () => {
      timer?.();
      for (const { go } of waiting) go(() => undefined);
      waiting = [];
    },
  };
}

/** Returns a function that calls another at most once. */
function once(act: () => void): () => void {
  let called = false;
  return () => {
    if (!called) act();
    called = true;
  };
}

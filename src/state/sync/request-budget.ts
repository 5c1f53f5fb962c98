import type { Permit } from '../../api/list-pages.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';

/** Most requests for rows at once, and the time over which they are counted, in milliseconds. */
export const MAX_OPEN = 4;
const WINDOW_MS = 60_000;

/** Share of the requests of a minute that small requests have for themselves. */
const SMALL_SHARE = 0.25;
/** Share that complete lists have for themselves, so that the rows that no part covers are read in the end. */
const LIST_SHARE = 0.1;

/**
 * Purpose of a request, the most urgent first: `small` for a list or a part that takes few requests, `part` for other parts of
 * what is on screen, `first` for a page of a list that was never complete, `list` for a page of a large list.
 */
const PURPOSES = ['small', 'part', 'first', 'list'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Most requests of a minute for each purpose that is limited. */
export type Limits = { readonly part: number; readonly list: number };

/** Limits the requests for rows of all lists together. Writes are not counted and never wait. */
export type RequestBudget = {
  /** Waits until a request may be sent: the most urgent first, each kind in its order. */
  readonly permit: (purpose: Purpose) => Permit;
  readonly limit: (limits: Limits) => void;
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
  let limits: Limits = { part: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY };
  let timer: Cancel | null = null;

  const mayGo = ({ purpose }: Waiting): boolean => {
    if (open >= MAX_OPEN || sent.length >= max()) return false;
    const ofPurpose = (of: Purpose): number => sent.filter((request) => request.purpose === of).length;
    const ofLists = Math.min(limits.list, max() * LIST_SHARE);
    if (purpose === 'list' && ofPurpose('list') < ofLists) return true;
    if (purpose !== 'list' && sent.length - ofPurpose('list') >= max() - ofLists) return false;
    if (purpose === 'small') return true;
    if (sent.length - ofPurpose('small') >= max() * (1 - SMALL_SHARE)) return false;
    return purpose === 'first' || ofPurpose(purpose) < limits[purpose];
  };

  const proceed = (): void => {
    timer?.();
    timer = null;
    const now = clock.steady();
    while (sent[0] !== undefined && sent[0].at + WINDOW_MS <= now) sent.shift();
    for (;;) {
      const next = PURPOSES.flatMap((each) => waiting.filter(({ purpose }) => purpose === each)).find(mayGo);
      if (next === undefined) break;
      waiting = waiting.filter((request) => request !== next);
      sent.push({ at: now, purpose: next.purpose });
      open += 1;
      next.go(once(ended));
    }
    const [oldest] = sent;
    if (waiting.length > 0 && open < MAX_OPEN && oldest !== undefined)
      // Whole milliseconds: a fraction that is rounded away would end the wait too early.
      timer = clock.after(Math.ceil(oldest.at + WINDOW_MS - now), proceed);
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
    limit: (next) => {
      limits = next;
      proceed();
    },
    release: () => {
      timer?.();
      for (const { go } of waiting) go(() => undefined);
      waiting = [];
    },
  };
}

/** Returns a permit that reports the milliseconds that were waited for it. */
export function timedPermit(permit: Permit, clock: Pick<Clock, 'steady'>, waited: (ms: number) => void): Permit {
  return async () => {
    const began = clock.steady();
    const done = await permit();
    waited(clock.steady() - began);
    return done;
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

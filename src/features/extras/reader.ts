import type { StoreApi } from 'zustand/vanilla';
import type { ForeignReads } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { isSignedOut } from '../../store/access.ts';
import type { Transition } from '../../store/controller.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Ask, type Extra, type ExtraFault, type ExtraName, faultSentence } from './extra.ts';

/** Between two looks for what is due, in milliseconds. */
const LOOK_MS = 1000;
/** Requests for all extras together, in any minute. */
export const MOST_A_MINUTE = 6;
/** An extra that failed rests for these milliseconds. */
const REST_MS = 10 * MINUTE_MS;

/** Says nothing about whether the service has the extra. */
const PASSING: readonly ExtraFault['kind'][] = ['rate-limited', 'timeout', 'unreachable'];

type Parts = {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly change: (transition: Transition) => void;
  readonly clock: Clock;
  readonly foreign: () => ForeignReads | null;
  /** Those that the operator allows. */
  readonly extras: () => readonly Extra[];
};

/** Asks for what is due, one request at a time, after the lists. An extra that fails rests, or is not asked for again. */
export function createExtraReader({ store, change, clock, foreign, extras }: Parts) {
  const ended = new AbortController();
  const restsUntil = new Map<ExtraName, number>();
  const answered = new Set<ExtraName>();
  let sentAt: readonly number[] = [];
  let isAsking = false;
  let stopWaiting = clock.after(LOOK_MS, look);

  function look(): void {
    stopWaiting = clock.after(LOOK_MS, look);
    if (isAsking) return;
    const reads = foreign();
    const state = store.getState();
    const now = clock.steady();
    sentAt = sentAt.filter((at) => now - at < MINUTE_MS);
    if (reads === null || sentAt.length >= MOST_A_MINUTE || !areListsWell(state)) return;
    const next = nextAsk(
      extras().filter(({ name }) => now >= (restsUntil.get(name) ?? 0)),
      state,
      clock.now(),
    );
    if (next === null) return;
    isAsking = true;
    void send(next.extra, next.ask, reads).finally(() => {
      isAsking = false;
    });
  }

  async function send({ name, path, refused }: Extra, ask: Ask, reads: ForeignReads): Promise<void> {
    sentAt = [...sentAt, clock.steady()];
    const readAt = clock.now();
    const answer = await ask.send(reads, path, ended.signal);
    if (ended.signal.aborted) return;
    if (answer.ok) {
      answered.add(name);
      change(answer.value(readAt));
      return;
    }
    if (answer.error.kind === 'aborted') return;
    if (refused !== undefined) change(refused(faultSentence(answer.error)));
    const isThere = refused !== undefined || answered.has(name) || PASSING.includes(answer.error.kind);
    restsUntil.set(name, isThere ? clock.steady() + REST_MS : Number.POSITIVE_INFINITY);
  }

  return {
    stop: (): void => {
      ended.abort();
      stopWaiting();
    },
  };
}

/** Whether bids and instances were read, and nothing keeps the lists from being read. */
const areListsWell = (state: ConsoleState): boolean =>
  !isSignedOut(state) &&
  [state.lists.bids, state.lists.instances].every(({ fetchedAt, failure }) => fetchedAt !== null && failure === null);

/** Awaited ones first, then the one most late for its time. */
function nextAsk(
  extras: readonly Extra[],
  state: ConsoleState,
  now: number,
): { readonly extra: Extra; readonly ask: Ask } | null {
  const due = extras
    .flatMap((extra) => extra.asks(state).map((ask) => ({ extra, ask, turns: turnsOf(ask, now) })))
    .filter(({ turns }) => turns >= 1);
  const [first = null] = due.toSorted((a, b) => Number(b.ask.isAwaited) - Number(a.ask.isAwaited) || b.turns - a.turns);
  return first;
}

/** A clock that was put back makes a value due. */
const turnsOf = ({ readAt, everyMs }: Ask, now: number): number =>
  readAt === null || readAt > now ? Number.MAX_VALUE : (now - readAt) / everyMs;

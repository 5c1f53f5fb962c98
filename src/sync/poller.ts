// sync: timers and requests: when lists are read and in which parts, and how a write is sent.

import type { StoreApi } from 'zustand/vanilla';
import { growingWait, isOfService, retryAfter } from '../api/backoff.ts';
import type { Client } from '../api/client.ts';
import type { PageCursor } from '../api/list-pages.ts';
import type { ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import { serviceLists } from '../resources/index.ts';
import { refusalOf } from '../store/access.ts';
import { type Pace, REQUEST_SHARE } from '../store/defaults.ts';
import { watchedLists } from '../store/panes/on-screen.ts';
import type { ConsoleState } from '../store/state.ts';
import { listFailed, retryMoved } from '../store/transitions.ts';
import { createListReader } from './list-reader.ts';
import { createPartReader } from './parts/part-reader.ts';
import type { FilterFaultListener } from './parts/part-requests.ts';
import { createRequestBudget } from './request-budget.ts';
import type { RequestClass } from './request-schedule.ts';
import { createRestPace } from './rest-pace.ts';

const HEAD_START_MS = 60;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly pace: () => Pace;
  readonly nextSequence: () => number;
  readonly random: () => number;
  /** Called once for each kind of query given up for this connection. */
  readonly onFilterFault?: FilterFaultListener;
};

type Loop = {
  abort: AbortController | null;
  timer: Cancel | null;
  isPaced: boolean;
  /** Poll again: the present request's rows may be out of date. */
  again: boolean;
  isAwaited: boolean;
  endedAt: number;
  /** Of the service alone, and in all, in milliseconds. */
  tookMs: number;
  lastedMs: number;
  failures: number;
  waitMs: number | null;
  /** It failed while other lists succeeded: until it succeeds its failures are its own. */
  failsAlone: boolean;
};

type NamedLoop = readonly [ServiceList, Loop];

export type Poller = {
  readonly start: (first?: ServiceList) => void;
  readonly stop: () => void;
  readonly poke: (list: ServiceList) => void;
  readonly pokeAll: () => void;
  /** For one request beyond the interface: waits until no list does. Null when polling stopped meanwhile. */
  readonly permitForeign: () => Promise<ForeignPermit | null>;
};

type ForeignPermit = { readonly ended: (error: ServiceError | null) => void };

/**
 * One request at a time for each list, without giving up. One list at a time probes a failing service, then all are
 * read again; one failing alone waits alone. A list without a working token waits for the operator, or for another list
 * to show a working one.
 */
export function createPoller(parts: Parts): Poller {
  const { store, clock, pace } = parts;
  const loops = new Map<ServiceList, Loop>(serviceLists.map((name) => [name, newLoop()]));
  const health = createServiceHealth(clock, parts.random);
  const budget = createRequestBudget(clock, () => pace().maxRequests);
  const readList = createListReader({ ...parts, budget, onFirstRows: () => partReader.schedule() });
  let running = false;
  let stops = 0;
  let unsubscribe: Cancel | null = null;
  let others: Cancel | null = null;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);

  const schedule = (name: ServiceList, loop: Loop): void => {
    loop.timer?.();
    loop.timer = null;
    if (!running || loop.abort !== null) return;
    if (loop.again) {
      void poll(name, loop);
      return;
    }
    if (health.isProbed()) return;
    const due = dueAt(name, loop);
    if (due === Number.POSITIVE_INFINITY) return;
    loop.timer = clock.after(Math.max(0, due - clock.steady()), () => {
      // A timer may fire a fraction of a millisecond early.
      const [next, own] = health.isFailing() ? nextProbe([name, loop], due) : [name, loop];
      if (health.admits(next)) void poll(next, own);
    });
  };

  const dueAt = (name: ServiceList, loop: Loop): number => {
    if (loop.waitMs === null) return Number.POSITIVE_INFINITY;
    const interval = Math.max(restPace.everyMs(name), restPace.isSpread(name) ? 0 : loop.tookMs * REQUEST_SHARE);
    const rest = loop.failures > 0 ? loop.waitMs : Math.max(0, interval - loop.lastedMs);
    return Math.max(loop.endedAt + rest, health.notBefore());
  };

  const nextProbe = (first: NamedLoop, by: number): NamedLoop =>
    [...loops]
      .filter(([name, loop]) => loop.abort === null && dueAt(name, loop) <= by)
      .reduce<NamedLoop>((one, other) => (other[1].endedAt < one[1].endedAt ? other : one), first);

  const scheduleAll = (): void => {
    for (const [name, loop] of loops) schedule(name, loop);
    partReader.schedule();
  };

  const classOf = (name: ServiceList, isAwaited: boolean): RequestClass => {
    const state = store.getState();
    const { fetchedAt, loading } = state.lists[name];
    const isWatched = watchedLists(state).has(name);
    if (fetchedAt === null) return isWatched && loading === null ? 'view' : 'awaited';
    if (isAwaited) return 'awaited';
    return restPace.isRest(name) ? 'rest' : 'view';
  };

  const poll = async (name: ServiceList, loop: Loop): Promise<void> => {
    const isAwaited = loop.isAwaited;
    loop.again = false;
    loop.isAwaited = false;
    loop.timer?.();
    loop.timer = null;
    const abort = new AbortController();
    loop.abort = abort;
    loop.isPaced = restPace.isSpread(name) && !isAwaited;
    const began = clock.steady();
    const start = { at: clock.now(), sequence: parts.nextSequence() };
    let waitedMs = 0;
    const pages = new Map<string, readonly PageCursor[]>();
    const error = await readList(name, abort.signal, start, {
      classOf: () => classOf(name, isAwaited),
      gapMs: () => (loop.isPaced ? restPace.everyMs(name) / Math.max(1, store.getState().lists[name].pages) : 0),
      waited: (ms) => {
        waitedMs += ms;
      },
      onCursor: (page, project) => {
        pages.set(project, [...(pages.get(project) ?? []), page]);
      },
    });
    if (abort.signal.aborted) return;
    loop.abort = null;
    loop.endedAt = clock.steady();
    loop.lastedMs = loop.endedAt - began;
    loop.tookMs = loop.lastedMs - waitedMs;
    health.requestEnded(name);
    if (error === null) {
      succeeded(loop, began);
      partReader.listArrived(name, start.sequence, loop.tookMs, pages);
    } else failed(name, loop, error, began);
    scheduleAll();
  };

  const succeeded = (loop: Loop, began: number): void => {
    loop.failures = 0;
    loop.waitMs = 0;
    loop.failsAlone = false;
    const isRecovery = health.recovered(began);
    for (const [name, other] of loops) {
      const error = store.getState().lists[name].failure?.error;
      if (other.failures === 0 || began <= other.endedAt || error === undefined || !isOfService(error)) continue;
      if (isRecovery && !other.failsAlone && other.abort === null) {
        other.failures = 0;
        other.waitMs = 0;
        other.again = true;
      }
      other.failsAlone = true;
    }
    tokenWorked(began);
  };

  const tokenWorked = (began: number): void => {
    for (const [name, loop] of loops) {
      const error = store.getState().lists[name].failure?.error;
      if (loop.abort !== null || loop.waitMs !== null || began <= loop.endedAt || error?.kind !== 'not-signed-in')
        continue;
      const wait = growingWait(loop.failures, parts.random());
      loop.waitMs = wait;
      const tryAt = clock.now() + loop.endedAt + wait - clock.steady();
      change((state) => listFailed(state, name, error, clock.now(), tryAt));
    }
  };

  const failed = (name: ServiceList, loop: Loop, error: ServiceError, began: number): void => {
    loop.failures += 1;
    const whole = isOfService(error) && !loop.failsAlone;
    loop.waitMs = whole ? health.failed(error, began) : retryAfter(error, loop.failures, parts.random());
    if (error.kind === 'not-signed-in' && refusalOf(store.getState(), name)?.kind === error.kind)
      loop.waitMs ??= growingWait(loop.failures, parts.random());
    const wait = whole ? health.notBefore() - clock.steady() : loop.waitMs;
    const tryAt = loop.waitMs === null || wait === null ? null : clock.now() + wait;
    change((state) => listFailed(state, name, error, clock.now(), tryAt));
    if (whole) change((state) => retryMoved(state, tryAt));
  };

  /** Awaited rows come without a time between the pages. */
  const pollSoon = (name: ServiceList, isAwaited: boolean): void => {
    const loop = loops.get(name);
    if (loop === undefined) return;
    loop.again = true;
    loop.isAwaited ||= isAwaited;
    if (isAwaited && loop.isPaced && loop.abort !== null) {
      loop.abort.abort();
      loop.abort = null;
      health.requestEnded(name);
    }
    schedule(name, loop);
  };

  const partReader = createPartReader({
    ...parts,
    budget,
    isWorking: (name) => running && !health.isFailing() && loops.get(name)?.failures === 0,
    onFilterFault: parts.onFilterFault ?? (() => undefined),
    pollList: pollSoon,
    failed: (name, error, began) => {
      const loop = loops.get(name);
      if (loop === undefined) return;
      failed(name, loop, error, began);
      scheduleAll();
    },
  });
  const restPace = createRestPace({ store, pace, perMs: budget.perMs, partReader });

  return {
    start: (first) => {
      running = true;
      const firstLoop = first === undefined ? undefined : loops.get(first);
      if (first === undefined || firstLoop === undefined) scheduleAll();
      else {
        schedule(first, firstLoop);
        others = clock.after(HEAD_START_MS, scheduleAll);
      }
      let watched = textOf(watchedLists(store.getState()));
      unsubscribe = store.subscribe((state, before) => {
        if (state.views !== before.views) partReader.viewChanged();
        const now = textOf(watchedLists(state));
        if (now === watched) return;
        watched = now;
        scheduleAll();
      });
    },
    stop: () => {
      running = false;
      stops += 1;
      unsubscribe?.();
      others?.();
      health.reset();
      for (const loop of loops.values()) {
        loop.timer?.();
        loop.abort?.abort();
        loop.abort = null;
      }
      partReader.stop();
      budget.release();
    },
    poke: (name) => {
      // The service asked to wait; the next poll shows the change.
      if (health.isQuiet()) return;
      if (!partReader.poke(name)) pollSoon(name, true);
    },
    pokeAll: () => {
      for (const name of serviceLists) partReader.poke(name);
      budget.resume();
      for (const name of serviceLists) pollSoon(name, true);
      partReader.schedule();
    },
    permitForeign: async () => {
      const before = stops;
      const done = await budget.permit('foreign')();
      const ended = (error: ServiceError | null): void => {
        if (error?.kind === 'rate-limited') budget.refused(error.waitMs);
        done();
      };
      if (before === stops) return { ended };
      done();
      return null;
    },
  };
}

function newLoop(): Loop {
  return {
    abort: null,
    timer: null,
    isPaced: false,
    again: false,
    isAwaited: false,
    endedAt: Number.NEGATIVE_INFINITY,
    tookMs: 0,
    lastedMs: 0,
    failures: 0,
    waitMs: 0,
    failsAlone: false,
  };
}

const textOf = (names: ReadonlySet<ServiceList>): string => [...names].join(' ');

/** While the service fails, one list at a time probes it. `random` spreads retries. */
function createServiceHealth(clock: Pick<Clock, 'steady'>, random: () => number) {
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let quietUntil = Number.NEGATIVE_INFINITY;
  let probe: ServiceList | null = null;
  return {
    isFailing: (): boolean => failures > 0,
    isProbed: (): boolean => failures > 0 && probe !== null,
    isQuiet: (): boolean => clock.steady() < quietUntil,
    notBefore: (): number => (failures > 0 ? notBefore : Number.NEGATIVE_INFINITY),
    admits: (name: ServiceList): boolean => {
      if (failures > 0) probe ??= name;
      return failures === 0 || probe === name;
    },
    requestEnded: (name: ServiceList): void => {
      if (probe === name) probe = null;
    },
    /** Whether an answer ended a failure; a request sent before the failure shows nothing. */
    recovered: (began: number): boolean => {
      if (failures === 0 || began <= failedAt) return false;
      failures = 0;
      quietUntil = Number.NEGATIVE_INFINITY;
      return true;
    },
    reset: (): void => {
      failures = 0;
      probe = null;
    },
    /** In milliseconds; null when it needs the operator. */
    failed: (error: ServiceError, began: number): number | null => {
      // Requests sent before the failure was known don't count again.
      const counts = began > failedAt;
      if (counts) failures += 1;
      const waitMs = retryAfter(error, failures, random());
      if (counts) {
        failedAt = clock.steady();
        notBefore = failedAt + (waitMs ?? 0);
      }
      if ('waitMs' in error && error.waitMs !== null) quietUntil = clock.steady() + error.waitMs;
      notBefore = Math.max(notBefore, quietUntil);
      return waitMs;
    },
  };
}

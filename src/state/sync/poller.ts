import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { ServiceError } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { serviceLists } from '../../resources/index.ts';
import { readList } from '../../resources/project-lists.ts';
import { listFailed, pageArrived, retryMoved, rowsArrived } from '../lists/transitions.ts';
import { visibleLists } from '../panes/on-screen.ts';
import { projectsOf } from '../projects.ts';
import type { ConsoleState } from '../state.ts';
import { isOfService, retryAfter } from './backoff.ts';
import type { Pace } from './defaults.ts';

/** Divisor of the time that requests may take: a list is polled for at most a third of the time, so slow services get fewer polls. */
const REQUEST_SHARE = 3;

/** Shortest interval between progress updates of a list that is refreshed, in milliseconds. */
const PROGRESS_MS = 500;

/** Head start of the first list before the other lists are polled, in milliseconds. */
const HEAD_START_MS = 60;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly pace: () => Pace;
  readonly nextSequence: () => number;
  /** Returns a number from 0 to 1, to spread retries. */
  readonly random: () => number;
};

type Loop = {
  abort: AbortController | null;
  timer: Cancel | null;
  /** Poll again after the present request, whose rows may be out of date. */
  again: boolean;
  endedAt: number;
  tookMs: number;
  failures: number;
  waitMs: number | null;
};

type Service = { failures: number; failedAt: number; notBefore: number; quietUntil: number; probe: ServiceList | null };

export type Poller = {
  /** Starts to poll every list; `first`, the list the operator waits for, before the others. */
  readonly start: (first?: ServiceList) => void;
  readonly stop: () => void;
  readonly poke: (list: ServiceList) => void;
  readonly pokeAll: () => void;
};

/**
 * Polls every list repeatedly, one request at a time for each. It never gives up: a failing list is polled less and less
 * often, and a failing service is probed by one list only until it responds. A list that needs another token is not polled
 * until the operator requests it.
 */
export function createPoller(parts: Parts): Poller {
  const { store, clock } = parts;
  const loops = new Map<ServiceList, Loop>(serviceLists.map((name) => [name, newLoop()]));
  /**
   * The service as a whole: consecutive failures and the time of the last one, the time of the next request, the end of the
   * wait that the service itself requires, and the list that probes it.
   */
  const service: Service = {
    failures: 0,
    failedAt: Number.NEGATIVE_INFINITY,
    notBefore: Number.NEGATIVE_INFINITY,
    quietUntil: Number.NEGATIVE_INFINITY,
    probe: null,
  };
  let running = false;
  let unsubscribe: Cancel | null = null;
  /** Cancels the delayed start of the other lists. */
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
    if (loop.waitMs === null || (service.failures > 0 && service.probe !== null)) return;
    const { visibleMs, hiddenMs } = parts.pace();
    const every = isWatched(store.getState(), name) ? visibleMs : hiddenMs;
    const rest = loop.failures > 0 ? loop.waitMs : Math.max(every - loop.tookMs, loop.tookMs * (REQUEST_SHARE - 1));
    const due = Math.max(loop.endedAt + rest, service.failures > 0 ? service.notBefore : Number.NEGATIVE_INFINITY);
    loop.timer = clock.after(Math.max(0, due - clock.steady()), () => {
      if (service.failures > 0 && service.probe === null) service.probe = name;
      if (service.failures === 0 || service.probe === name) void poll(name, loop);
    });
  };

  const scheduleAll = (): void => {
    for (const [name, loop] of loops) schedule(name, loop);
  };

  const poll = async (name: ServiceList, loop: Loop): Promise<void> => {
    loop.again = false;
    loop.timer?.();
    loop.timer = null;
    const abort = new AbortController();
    loop.abort = abort;
    const began = clock.steady();
    const start = { at: clock.now(), sequence: parts.nextSequence() };
    const error = await request(name, abort.signal, start);
    if (abort.signal.aborted) return;
    loop.abort = null;
    loop.endedAt = clock.steady();
    loop.tookMs = loop.endedAt - began;
    if (service.probe === name) service.probe = null;
    if (error === null) succeeded(loop);
    else failed(name, loop, error, began);
    scheduleAll();
  };

  const succeeded = (loop: Loop): void => {
    loop.failures = 0;
    loop.waitMs = 0;
    if (service.failures > 0) {
      // The other lists waited only for the service.
      for (const other of loops.values()) {
        if (other.waitMs === null) continue;
        other.failures = 0;
        other.waitMs = 0;
      }
    }
    service.failures = 0;
    service.quietUntil = Number.NEGATIVE_INFINITY;
  };

  const failed = (name: ServiceList, loop: Loop, error: ServiceError, began: number): void => {
    const whole = isOfService(error);
    // Lists that failed together are one failure of the service: requests sent before it was known don't count again.
    const counts = whole && began > service.failedAt;
    if (counts) service.failures += 1;
    loop.failures += 1;
    loop.waitMs = retryAfter(error, whole ? service.failures : loop.failures, parts.random());
    if (counts) {
      service.failedAt = clock.steady();
      service.notBefore = service.failedAt + (loop.waitMs ?? 0);
    }
    if (whole && 'waitMs' in error && error.waitMs !== null) service.quietUntil = clock.steady() + error.waitMs;
    service.notBefore = Math.max(service.notBefore, service.quietUntil);
    const tryAt =
      loop.waitMs === null ? null : clock.now() + (whole ? service.notBefore - clock.steady() : loop.waitMs);
    change((state) => listFailed(state, name, error, clock.now(), tryAt));
    if (whole) change((state) => retryMoved(state, tryAt));
  };

  const request = <Name extends ServiceList>(
    name: Name,
    signal: AbortSignal,
    start: { at: number; sequence: number },
  ): Promise<ServiceError | null> => {
    const projects = projectsOf(store.getState().connected);
    let shownAt = Number.NEGATIVE_INFINITY;
    const onPage = (progress: { readonly pages: number; readonly rows: number }): void => {
      const known = store.getState().lists[name].fetchedAt !== null;
      // Refreshing a known list of a hundred pages does not redraw the screen for each of them.
      if (known && (progress.pages === 1 || clock.steady() < shownAt + PROGRESS_MS)) return;
      shownAt = clock.steady();
      change((state) => pageArrived(state, name, progress));
    };
    return readList(parts.client(), name, projects, { signal, onPage }).then((answer) => {
      if (signal.aborted) return null;
      if (!answer.ok) return answer.error;
      change((state) => rowsArrived(state, name, answer.value, start, clock.now()));
      return null;
    });
  };

  return {
    start: (first) => {
      running = true;
      const firstLoop = first === undefined ? undefined : loops.get(first);
      if (first === undefined || firstLoop === undefined) scheduleAll();
      else {
        schedule(first, firstLoop);
        others = clock.after(HEAD_START_MS, scheduleAll);
      }
      let watched = watchedOf(store.getState());
      unsubscribe = store.subscribe((state) => {
        const now = watchedOf(state);
        if (now === watched) return;
        watched = now;
        scheduleAll();
      });
    },
    stop: () => {
      running = false;
      unsubscribe?.();
      others?.();
      service.failures = 0;
      service.probe = null;
      for (const loop of loops.values()) {
        loop.timer?.();
        loop.abort?.abort();
        loop.abort = null;
      }
    },
    poke: (name) => {
      const loop = loops.get(name);
      // A write is no reason to send a request during the service's own wait; the next poll shows the change.
      if (loop === undefined || clock.steady() < service.quietUntil) return;
      loop.again = true;
      schedule(name, loop);
    },
    pokeAll: () => {
      for (const loop of loops.values()) loop.again = true;
      scheduleAll();
    },
  };
}

function newLoop(): Loop {
  return {
    abort: null,
    timer: null,
    again: false,
    endedAt: Number.NEGATIVE_INFINITY,
    tookMs: 0,
    failures: 0,
    waitMs: 0,
  };
}

/** Whether a list is on screen, and the terminal has not reported that it lost the focus. */
function isWatched(state: ConsoleState, name: ServiceList): boolean {
  return state.attended && visibleLists(state).has(name);
}

/** Returns the watched lists as one text, to see when they change. */
function watchedOf(state: ConsoleState): string {
  return serviceLists.filter((name) => isWatched(state, name)).join(' ');
}

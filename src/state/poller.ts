import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import type { ServiceError } from '../api/outcome.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import { readList } from '../resources/lists.ts';
import type { ServiceList } from '../resources/resource.ts';
import { serviceLists } from '../resources/resources.ts';
import type { ConsoleState } from './console.ts';
import { listFailed, pageArrived, rowsArrived, visibleLists } from './polling.ts';

/** How often lists are asked for, in milliseconds. */
export type Pace = { readonly visibleMs: number; readonly hiddenMs: number };

export const DEFAULT_PACE: Pace = { visibleMs: 2000, hiddenMs: 10_000 };

/** Of the time that goes by, at most this part is spent asking: slow answers make for fewer questions. */
const ASKING_PART = 3;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly nextTurn: () => number;
  /** A number from 0 to 1, for spreading retries. */
  readonly chance: () => number;
};

type Loop = {
  abort: AbortController | null;
  timer: Cancel | null;
  /** Asked to poll while a request was under way: what that one brings may be out of date. */
  again: boolean;
  endedAt: number;
  tookMs: number;
  failures: number;
  waitMs: number | null;
};

export type Poller = {
  readonly start: () => void;
  readonly stop: () => void;
  readonly poke: (list: ServiceList) => void;
  readonly pokeAll: () => void;
};

/**
 * Asks for every list again and again, each with one request at a time. It never gives up: a failing list is
 * asked for less and less often, one that needs another token not before somebody asks for it.
 */
export function createPoller(parts: Parts): Poller {
  const { store, clock, pace } = parts;
  const loops = new Map<ServiceList, Loop>(
    serviceLists.map((name) => [
      name,
      { abort: null, timer: null, again: false, endedAt: Number.NEGATIVE_INFINITY, tookMs: 0, failures: 0, waitMs: 0 },
    ]),
  );
  let running = false;
  let unsubscribe: Cancel | null = null;
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
    if (loop.waitMs === null) return;
    const every = visibleLists(store.getState()).has(name) ? pace.visibleMs : pace.hiddenMs;
    const rest = loop.failures > 0 ? loop.waitMs : Math.max(every - loop.tookMs, loop.tookMs * (ASKING_PART - 1));
    loop.timer = clock.after(Math.max(0, loop.endedAt + rest - clock.steady()), () => void poll(name, loop));
  };

  const poll = async (name: ServiceList, loop: Loop): Promise<void> => {
    loop.again = false;
    loop.timer?.();
    loop.timer = null;
    const abort = new AbortController();
    loop.abort = abort;
    const began = clock.steady();
    const asked = { at: clock.now(), turn: parts.nextTurn() };
    const error = await ask(name, abort.signal, asked);
    if (abort.signal.aborted) return;
    loop.abort = null;
    loop.endedAt = clock.steady();
    loop.tookMs = loop.endedAt - began;
    loop.failures = error === null ? 0 : loop.failures + 1;
    loop.waitMs = error === null ? 0 : retryAfter(error, loop.failures, parts.chance());
    if (error !== null) {
      const tryAt = loop.waitMs === null ? null : clock.now() + loop.waitMs;
      change((state) => listFailed(state, name, error, clock.now(), tryAt));
    }
    schedule(name, loop);
  };

  const ask = <Name extends ServiceList>(
    name: Name,
    signal: AbortSignal,
    asked: { at: number; turn: number },
  ): Promise<ServiceError | null> => {
    const { project } = store.getState().connected;
    const onPage = (progress: { readonly pages: number; readonly rows: number }): void => {
      const list = store.getState().lists[name];
      if (list.asOf === null || progress.pages > 1) change((state) => pageArrived(state, name, progress));
    };
    return readList[name](parts.client(), project, { signal, onPage }).then((answer) => {
      if (signal.aborted) return null;
      if (!answer.ok) return answer.error;
      change((state) => rowsArrived(state, name, answer.value, asked, clock.now()));
      return null;
    });
  };

  return {
    start: () => {
      running = true;
      for (const [name, loop] of loops) schedule(name, loop);
      let seen = visibleLists(store.getState());
      unsubscribe = store.subscribe((state) => {
        const now = visibleLists(state);
        if (now.size === seen.size && [...now].every((name) => seen.has(name))) return;
        seen = now;
        for (const [name, loop] of loops) schedule(name, loop);
      });
    },
    stop: () => {
      running = false;
      unsubscribe?.();
      for (const loop of loops.values()) {
        loop.timer?.();
        loop.abort?.abort();
        loop.abort = null;
      }
    },
    poke: (name) => {
      const loop = loops.get(name);
      if (loop === undefined) return;
      loop.again = true;
      schedule(name, loop);
    },
    pokeAll: () => {
      for (const [name, loop] of loops) {
        loop.again = true;
        schedule(name, loop);
      }
    },
  };
}

/** How long to wait after an error, in milliseconds: what the service says, or ever longer and spread at random; null: not before asked. */
export function retryAfter(error: ServiceError, failures: number, chance: number): number | null {
  if (error.kind === 'not-signed-in' || error.kind === 'no-token' || error.kind === 'plain-http') return null;
  const said = error.kind === 'rate-limited' || error.kind === 'server-fault' ? error.waitMs : null;
  const most = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return Math.max(said ?? 0, FIRST_RETRY_MS + chance * (most - FIRST_RETRY_MS));
}

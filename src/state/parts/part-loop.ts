import type { ServiceList } from '../../contract/lists.ts';
import type { Cancel } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { watchedLists } from '../panes/on-screen.ts';
import { projectsOf } from '../projects.ts';
import type { ConsoleState } from '../state.ts';
import { type Pace, REQUEST_SHARE } from '../sync/defaults.ts';
import { MAX_OPEN } from '../sync/request-budget.ts';
import { createPartRequests, type PartRequestParts } from './part-requests.ts';
import { type Part, type Plan, planOf } from './plan.ts';
import { liveRows, oldestOnScreen, type PartedList, type Targets, watchedRows } from './targets.ts';

export type PartLoopParts = PartRequestParts & {
  readonly pace: () => Pace;
  /** Whether the list and the service could be read the last time: parts are the first to wait. */
  readonly isWorking: (name: ServiceList) => boolean;
  /** Returns the most requests a minute for parts of all lists together. */
  readonly maxDemand: () => number;
  readonly demandChanged: () => void;
};

/** Times the pace that reading a complete list may take before it is read in parts. */
const TOO_SLOW = 1.5;
/** Share of the requests of a minute that a complete list may take before it is read in parts. */
const LIST_SHARE = 0.4;
/** Share of the pages of a complete list from which on its live rows are not worth parts of their own. */
const LIVE_SHARE = 0.5;
/** Requests of a turn that are few. */
const SMALL_REQUESTS = 8;
/** Time that a first list may take before parts of it are read in between, in milliseconds. */
const FIRST_LIST_MS = 4000;
/** Time after which a window that was scrolled is taken to stand still, in milliseconds. */
const VIEW_MS = 150;
const NO_PLAN: Plan = { parts: [], requests: 0 };

/** Creates the loop that reads parts of one list. */
export function createPartLoop<Name extends PartedList>(name: Name, parts: PartLoopParts) {
  const { store, clock, pace } = parts;
  const requests = createPartRequests(name, parts);
  let abort: AbortController | null = null;
  let timer: Cancel | null = null;
  let again = false;
  /** Time that the last complete list took, in milliseconds. */
  let completeMs = 0;
  /** An answer could not be read: parts wait for the next complete list. */
  let isBlocked = false;
  /** When the next parts are due, and the earliest time at which the service and the budget allow them. */
  let dueAt = Number.NEGATIVE_INFINITY;
  let allowedAt = Number.NEGATIVE_INFINITY;
  let viewTimer: Cancel | null = null;
  let liveAt = Number.NEGATIVE_INFINITY;
  /** Requests for all live rows; 0 when they are not read in parts. */
  let liveRequests = 0;
  let demand = 0;

  /** Whether the complete list takes too long, or too many requests, to be read at the pace of visible lists. */
  const isNeeded = (): boolean => {
    const { pages, fetchedAt, partialSince } = store.getState().lists[name];
    if (fetchedAt === null) return partialSince !== null && clock.now() - partialSince > FIRST_LIST_MS;
    const { visibleMs, maxRequests } = pace();
    const patience = visibleMs * TOO_SLOW;
    return completeMs * REQUEST_SHARE > patience || (pages * MINUTE_MS) / (maxRequests * LIST_SHARE) > patience;
  };
  const isReading = (): boolean => !isBlocked && parts.isWorking(name) && isNeeded();

  const pageSize = (): number => {
    const { rows, pages, loading } = store.getState().lists[name];
    return Math.max(1, Math.ceil(rows.size / Math.max(1, pages, loading?.pages ?? 1)));
  };

  const planFor = (targets: Targets): Plan => {
    const state = store.getState();
    const rules = { isUsable: requests.isUsable, pageSize: pageSize() };
    const plans = projectsOf(state.connected).map((project) => planOf(state, name, project, targets, rules));
    return {
      parts: plans.flatMap((plan) => plan.parts),
      requests: plans.reduce((sum, { requests }) => sum + requests, 0),
    };
  };

  const schedule = (): void => {
    timer?.();
    timer = null;
    if (abort !== null) return;
    if (!isReading()) {
      rests();
      return;
    }
    if (again) void cycle();
    else timer = clock.after(Math.max(0, dueAt - clock.steady()), () => void cycle());
  };

  const rests = (): void => {
    liveRequests = 0;
    again = false;
    if (demand === 0) return;
    demand = 0;
    parts.demandChanged();
  };

  const cycle = async (): Promise<void> => {
    timer?.();
    timer = null;
    again = false;
    if (!isReading()) {
      rests();
      return;
    }
    const own = new AbortController();
    abort = own;
    const began = clock.steady();
    const state = store.getState();
    const { visibleMs, hiddenMs } = pace();
    const isWatched = watchedLists(state).has(name);
    const watched = isWatched ? planFor(watchedRows(state, name)) : NO_PLAN;
    const isLiveDue = began >= liveAt + hiddenMs;
    const live = isLiveDue ? planForLiveRows(state) : NO_PLAN;
    if (isLiveDue) {
      liveAt = began;
      liveRequests = live.requests;
    }
    const complete = live.parts.map((part) => ({ ...part, wanted: null }));
    const all = new Map(
      [...watched.parts, ...complete].map((part) => [JSON.stringify([part.project, part.query]), part]),
    );
    demand = watched.requests * (MINUTE_MS / visibleMs) + liveRequests * (MINUTE_MS / hiddenMs);
    parts.demandChanged();
    const purpose = watched.requests + live.requests <= SMALL_REQUESTS ? 'small' : 'part';
    /** Time of the service, in milliseconds: without the waits for the budget. */
    let serviceMs = 0;
    const send = async (part: Part): Promise<'done' | 'blocked'> => {
      const sentAt = clock.steady();
      const result = await requests.send(part, purpose, own.signal, (ms) => {
        serviceMs -= ms;
      });
      serviceMs += clock.steady() - sentAt;
      return result;
    };
    const done = await Promise.all([...all.values()].map(send));
    // Rows that left their part are looked for at once.
    if (!own.signal.aborted) done.push(...(await Promise.all(requests.lookups().map(send))));
    if (own.signal.aborted) return;
    abort = null;
    isBlocked = done.includes('blocked');
    const every = isWatched && watched !== NO_PLAN ? visibleMs : hiddenMs;
    const share = (watched.requests * MINUTE_MS) / Math.max(1, parts.maxDemand());
    allowedAt = began + Math.max((serviceMs / MAX_OPEN) * REQUEST_SHARE, share);
    dueAt = Math.max(began + every, allowedAt);
    schedule();
  };

  /** Returns the parts of the live rows; none when they are most of the list, or have no parts. */
  const planForLiveRows = (state: ConsoleState): Plan => {
    const { pages, fetchedAt } = state.lists[name];
    const plan = fetchedAt === null ? NO_PLAN : planFor(liveRows(state, name));
    return plan.requests <= pages * LIVE_SHARE ? plan : NO_PLAN;
  };

  return {
    name,
    schedule,
    demand: (): number => demand,
    isReading,
    coversLiveRows: (): boolean => liveRequests > 0 && isReading(),
    /** Reads older rows that came into view without waiting for the next turn. */
    viewChanged: (): void => {
      viewTimer ??= clock.after(VIEW_MS, () => {
        viewTimer = null;
        const oldest = oldestOnScreen(store.getState(), name);
        if (oldest === null || clock.now() - oldest < pace().visibleMs) return;
        dueAt = Math.min(dueAt, Math.max(allowedAt, clock.steady()));
        schedule();
      });
    },
    stop: (): void => {
      timer?.();
      timer = null;
      viewTimer?.();
      viewTimer = null;
      abort?.abort();
      abort = null;
      rests();
    },
    poke: (): boolean => {
      // A row that may have been created is in no part that is known.
      const creates = store.getState().pending.some(({ write }) => write.list === name && write.fid === null);
      if (creates || !isReading()) return false;
      again = true;
      schedule();
      return true;
    },
    listArrived: (sequence: number, tookMs: number): void => {
      completeMs = tookMs;
      isBlocked = false;
      requests.listArrived(sequence);
    },
  };
}

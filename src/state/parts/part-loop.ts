import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { ServiceError } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { readList } from '../../resources/project-lists.ts';
import { partArrived } from '../lists/transitions.ts';
import { watchedLists } from '../panes/on-screen.ts';
import { projectsOf } from '../projects.ts';
import type { ConsoleState } from '../state.ts';
import { isOfService } from '../sync/backoff.ts';
import { type Pace, REQUEST_SHARE } from '../sync/defaults.ts';
import type { RequestBudget } from '../sync/request-budget.ts';
import { createFilterSupport, type Filter, type FilterFault } from './filter-support.ts';
import { createMissingRows } from './missing-rows.ts';
import { type Part, type Plan, parametersOf, planOf } from './plan.ts';
import { readPart } from './read-part.ts';
import { liveRows, type PartedList, type Targets, watchedRows } from './targets.ts';

/** Called once for each kind of query of a list that is given up for this connection. */
export type FilterFaultListener = (name: ServiceList, filter: Filter, fault: FilterFault) => void;

export type PartLoopParts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly pace: () => Pace;
  readonly nextSequence: () => number;
  readonly budget: RequestBudget;
  /** Whether the list and the service could be read the last time: parts are the first to wait. */
  readonly isWorking: (name: ServiceList) => boolean;
  /** Requests the complete list as soon as possible. */
  readonly pollList: (name: ServiceList) => void;
  /** Called with an error of the service as a whole, and the steady time at which the request was sent. */
  readonly failed: (name: ServiceList, error: ServiceError, began: number) => void;
  readonly onFilterFault: FilterFaultListener;
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
/** Time that a first list may take before parts of it are read in between, in milliseconds. */
const FIRST_LIST_MS = 10_000;
const MINUTE_MS = 60_000;
const NO_PLAN: Plan = { parts: [], requests: 0 };

/** Creates the loop that reads parts of one list. */
export function createPartLoop<Name extends PartedList>(name: Name, parts: PartLoopParts) {
  const { store, clock, pace } = parts;
  const support = createFilterSupport((filter, fault) => parts.onFilterFault(name, filter, fault));
  const missing = createMissingRows(name);
  let abort: AbortController | null = null;
  let timer: Cancel | null = null;
  let again = false;
  /** The last complete list: its sequence, and the milliseconds that it took. */
  let complete: { readonly sequence: number; readonly tookMs: number } | null = null;
  /** An answer could not be read: parts wait for the next complete list. */
  let isBlocked = false;
  let dueAt = Number.NEGATIVE_INFINITY;
  let liveAt = Number.NEGATIVE_INFINITY;
  let covered = false;
  let demand = 0;

  /** Whether the complete list takes too long, or too many requests, to be read at the pace of visible lists. */
  const isNeeded = (): boolean => {
    const { pages, fetchedAt, partialSince } = store.getState().lists[name];
    if (fetchedAt === null) return partialSince !== null && clock.now() - partialSince > FIRST_LIST_MS;
    const { visibleMs, maxRequests } = pace();
    const patience = visibleMs * TOO_SLOW;
    const slow = complete !== null && complete.tookMs * REQUEST_SHARE > patience;
    return slow || (pages * MINUTE_MS) / (maxRequests * LIST_SHARE) > patience;
  };
  const isReading = (): boolean => !isBlocked && parts.isWorking(name) && isNeeded();

  const pageSize = (): number => {
    const { rows, pages, loading } = store.getState().lists[name];
    return Math.max(1, Math.ceil(rows.size / Math.max(1, pages, loading?.pages ?? 1)));
  };

  const planFor = (targets: Targets): Plan => {
    const state = store.getState();
    const rules = { isUsable: support.isUsable, pageSize: pageSize() };
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
    covered = false;
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
    const live = began >= liveAt + hiddenMs ? planForLiveRows(state) : NO_PLAN;
    if (live !== NO_PLAN) liveAt = began;
    const lookups = missing.lookups(state, support.isUsable);
    if (lookups.needsList) parts.pollList(name);
    const all = new Map(
      [...lookups.parts, ...watched.parts, ...live.parts].map((part) => [JSON.stringify(part), part]),
    );
    demand = watched.requests * (MINUTE_MS / visibleMs) + (covered ? live.requests * (MINUTE_MS / hiddenMs) : 0);
    parts.demandChanged();
    await Promise.all([...all.values()].map((part) => read(part, own.signal)));
    if (own.signal.aborted) return;
    abort = null;
    const took = clock.steady() - began;
    const every = isWatched && watched !== NO_PLAN ? visibleMs : hiddenMs;
    const share = (watched.requests * MINUTE_MS) / Math.max(1, parts.maxDemand());
    dueAt = began + Math.max(every, took * REQUEST_SHARE, share);
    schedule();
  };

  /** Returns the parts of the live rows; none when they are most of the list, or have no parts. */
  const planForLiveRows = (state: ConsoleState): Plan => {
    const targets = liveRows(state, name);
    const { pages, fetchedAt } = state.lists[name];
    const plan = fetchedAt === null ? NO_PLAN : planFor(targets);
    covered = plan.parts.length > 0 && plan.requests <= pages * LIVE_SHARE;
    return covered ? plan : NO_PLAN;
  };

  const read = async (part: Part, signal: AbortSignal): Promise<void> => {
    const began = clock.steady();
    const start = { at: clock.now(), sequence: parts.nextSequence() };
    const answer = await readList(
      parts.client(),
      name,
      [part.project],
      {
        signal,
        onPage: () => undefined,
        permit: parts.budget.permit('part'),
        known: (fid) => store.getState().lists[name].rows.get(fid),
      },
      { query: part.query },
    );
    if (signal.aborted) return;
    const filter = parametersOf(part.query);
    if (!answer.ok) {
      const { error } = answer;
      if (error.kind === 'refused' && error.status === 422) support.giveUp(filter, 'refused');
      else {
        isBlocked = true;
        if (isOfService(error)) parts.failed(name, error, began);
        else parts.pollList(name);
      }
      return;
    }
    const state = store.getState();
    const single = projectsOf(state.connected).length === 1;
    const found = readPart(state.lists[name], part, answer.value, start.sequence, single);
    if (found.strays) {
      support.giveUp(filter, 'not-honoured');
      return;
    }
    if (found.rows.size > 0) support.honoured(filter);
    else if (found.missing.length > 0 && !support.isHonoured(filter)) {
      if (support.cameEmpty(filter, start.sequence, complete?.sequence ?? 0)) parts.pollList(name);
      return;
    }
    const { gone, needsList } = missing.partRead(state, part, found, start);
    if (needsList) parts.pollList(name);
    again ||= missing.hasLookups();
    store.setState(partArrived(store.getState(), name, { rows: found.rows, gone }, start, clock.now()), true);
  };

  return {
    name,
    schedule,
    demand: (): number => demand,
    coversLiveRows: (): boolean => covered && isReading(),
    stop: (): void => {
      timer?.();
      timer = null;
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
      complete = { sequence, tookMs };
      isBlocked = false;
      missing.listArrived(store.getState(), sequence, support.contradicted);
    },
  };
}

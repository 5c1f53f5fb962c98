import type { StoreApi } from 'zustand/vanilla';
import { isOfService } from '../../api/backoff.ts';
import type { Client } from '../../api/client.ts';
import type { PageCursor } from '../../api/list-pages.ts';
import { allOf } from '../../api/list-pages.ts';
import type { ServiceError } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Clock } from '../../lib/clock.ts';
import { readList } from '../../resources/project-lists.ts';
import { type ConsoleState, projectsOf } from '../../store/state.ts';
import type { PartedList } from '../../store/targets.ts';
import { partArrived } from '../../store/transitions.ts';
import { pageRetry, type RequestBudget, timedPermit } from '../request-budget.ts';
import type { RequestClass } from '../request-schedule.ts';
import { createFilterSupport, type Filter, type FilterFault } from './filter-support.ts';
import { createMissingRows, readPart } from './missing-rows.ts';
import { isNewestFirst, OLDEST_FIRST, type Part, parametersOf, planOf } from './plan.ts';

export type FilterFaultListener = (name: ServiceList, filter: Filter, fault: FilterFault) => void;

export type PartRequestAccess = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly nextSequence: () => number;
  readonly budget: RequestBudget;
  /** Without a time between its pages when it is awaited. */
  readonly pollList: (name: ServiceList, isAwaited: boolean) => void;
  /** Called with an error of the whole service; `began` is steady. */
  readonly failed: (name: ServiceList, error: ServiceError, began: number) => void;
  readonly onFilterFault: FilterFaultListener;
};

/** One list's requests for parts, with their evidence on filters and missing rows. */
export function createPartRequests<Name extends PartedList>(name: Name, parts: PartRequestAccess) {
  const { store, clock } = parts;
  const support = createFilterSupport((filter, fault) => parts.onFilterFault(name, filter, fault));
  const missing = createMissingRows(name);
  const cursors = createPageCursors();
  let completeSequence = 0;

  const pollList = (of: RequestClass): void => parts.pollList(name, of === 'view' || of === 'pending');

  /** `blocked`: parts wait for the next complete list. */
  const partFailed = (error: ServiceError, { from }: Part, filter: Filter, began: number): 'done' | 'blocked' => {
    if (from !== null && !isOfService(error)) {
      cursors.refused();
      return 'done';
    }
    if (error.kind === 'refused' && filter.length > 0) {
      support.giveUp(filter, 'refused');
      return 'done';
    }
    if (isOfService(error)) parts.failed(name, error, began);
    else parts.pollList(name, true);
    return 'blocked';
  };

  return {
    isUsable: support.isUsable,
    awaitsList: missing.awaitsList,
    pagesOf: cursors.of,
    isMoved: cursors.isMoved,

    /** The fewest parts for rows no longer in another part: a changed status selects none. */
    lookups: (of: RequestClass, pageSize: number): readonly Part[] => {
      const isUsable = (filter: Filter): boolean =>
        filter.length > 0 && !filter.includes('status') && support.isUsable(filter);
      const limits = { isUsable, pageSize, toTheEnd: false, pagesOf: () => [], isMoved: cursors.isMoved };
      const lookups = missing.lookups((rows) => {
        const state = store.getState();
        const targets = { rows, bids: new Set<string>() };
        return projectsOf(state.connected).flatMap((project) => planOf(state, name, project, targets, limits).parts);
      });
      if (lookups.needsList) pollList(of);
      return lookups.parts;
    },

    /** Never half a part. `waited`: a request's wait before it was sent, in milliseconds. */
    send: async (
      part: Part,
      of: RequestClass,
      signal: AbortSignal,
      waited: (ms: number) => void,
    ): Promise<'done' | 'blocked'> => {
      const began = clock.steady();
      const start = { at: clock.now(), sequence: parts.nextSequence() };
      const filter = parametersOf(part.query);
      const order = Object.keys(OLDEST_FIRST);
      const answer = await readList(
        parts.client(),
        name,
        [part.project],
        {
          signal,
          permit: timedPermit(parts.budget.permit(of, began), clock, waited),
          retry: pageRetry({ clock, signal, random: parts.random, budget: parts.budget }),
          known: (fid) => store.getState().lists[name].rows.get(fid),
        },
        {
          query: { ...part.query, ...(part.oldestFirst ? OLDEST_FIRST : {}) },
          ...(part.from === null ? {} : { from: part.from }),
          ...(part.wanted === null ? {} : { enough: allOf(part.wanted, part.maxPages) }),
        },
      );
      if (signal.aborted) return 'done';
      if (!answer.ok) return partFailed(answer.error, part, part.oldestFirst ? order : filter, began);
      const state = store.getState();
      const single = projectsOf(state.connected).length === 1;
      const found = readPart(state.lists[name], part, answer.value, start.sequence, single);
      if (found.strays) {
        support.giveUp(filter, 'not-honoured');
        return 'done';
      }
      if (part.oldestFirst && isNewestFirst(found.rows.values())) support.giveUp(order, 'not-honoured');
      if (found.rows.size > 0) support.honoured(filter);
      else if (filter.length > 0 && found.missing.length > 0 && !support.isHonoured(filter)) {
        if (support.cameEmpty(filter, start.sequence, completeSequence)) pollList(of);
        return 'done';
      }
      const notReached = (part.wanted ?? []).filter((fid) => !found.rows.has(fid));
      if (part.from !== null) cursors.pageRead(part.wanted ?? [], notReached);
      if (part.from !== null || (part.maxPages !== null && answer.value.cut === true))
        missing.notReached(notReached, part, start);
      const { gone, needsList } = missing.partRead(state, part, found, start);
      if (needsList) pollList(of);
      const poll = { ...start, until: parts.nextSequence() };
      const { rows, ofBids } = found;
      store.setState(partArrived(store.getState(), name, { rows, gone, ofBids }, poll, clock.now()), true);
      return 'done';
    },

    listArrived: (sequence: number, pages: ReadonlyMap<string, readonly PageCursor[]>): void => {
      completeSequence = sequence;
      cursors.listArrived(pages);
      missing.listArrived(store.getState(), sequence, support.contradicted);
    },
  };
}

/** Useless pages in a row before cursors are given up. */
const MAX_MISSES = 3;

/**
 * The pages of the last complete list, by cursor. A cursor's validity is not shown (section 2.6), so each answer is
 * checked.
 */
export function createPageCursors() {
  const known = new Map<string, readonly PageCursor[]>();
  const moved = new Set<string>();
  let misses = 0;
  let isUsable = true;
  return {
    of: (project: string): readonly PageCursor[] => (isUsable ? (known.get(project) ?? []) : []),
    isMoved: (fid: string): boolean => moved.has(fid),
    listArrived: (pages: ReadonlyMap<string, readonly PageCursor[]>): void => {
      known.clear();
      for (const [project, cursors] of pages) known.set(project, cursors);
      moved.clear();
    },
    pageRead: (wanted: readonly string[], missing: readonly string[]): void => {
      for (const fid of missing) moved.add(fid);
      misses = missing.length === wanted.length ? misses + 1 : 0;
      if (misses >= MAX_MISSES) isUsable = false;
    },
    refused: (): void => {
      isUsable = false;
    },
  };
}

import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { ServiceError } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Clock } from '../../lib/clock.ts';
import { readList } from '../../resources/project-lists.ts';
import { partArrived } from '../lists/transitions.ts';
import { projectsOf } from '../projects.ts';
import type { ConsoleState } from '../state.ts';
import { isOfService } from '../sync/backoff.ts';
import { type Purpose, type RequestBudget, timedPermit } from '../sync/request-budget.ts';
import { createFilterSupport, type Filter, type FilterFault } from './filter-support.ts';
import { createMissingRows } from './missing-rows.ts';
import { allOf, isNearTheEnd, OLDEST_FIRST } from './part-order.ts';
import { type Part, parametersOf } from './plan.ts';
import { readPart } from './read-part.ts';
import type { PartedList } from './targets.ts';

/** Called once for each kind of query of a list that is given up for this connection. */
export type FilterFaultListener = (name: ServiceList, filter: Filter, fault: FilterFault) => void;

export type PartRequestParts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly nextSequence: () => number;
  readonly budget: RequestBudget;
  /** Requests the complete list as soon as possible. */
  readonly pollList: (name: ServiceList) => void;
  /** Called with an error of the service as a whole, and the steady time at which the request was sent. */
  readonly failed: (name: ServiceList, error: ServiceError, began: number) => void;
  readonly onFilterFault: FilterFaultListener;
};

/** Creates the requests for parts of one list, with what they have shown about the service's filters and about missing rows. */
export function createPartRequests<Name extends PartedList>(name: Name, parts: PartRequestParts) {
  const { store, clock } = parts;
  const support = createFilterSupport((filter, fault) => parts.onFilterFault(name, filter, fault));
  const missing = createMissingRows(name);
  /** The last complete list, by its place among requests. */
  let completeSequence = 0;

  /** Notes an error; returns `blocked` when parts wait for the next complete list. */
  const partFailed = (error: ServiceError, filter: Filter, began: number): 'done' | 'blocked' => {
    if (error.kind === 'refused') {
      support.giveUp(filter, 'refused');
      return 'done';
    }
    if (isOfService(error)) parts.failed(name, error, began);
    else parts.pollList(name);
    return 'blocked';
  };

  return {
    isUsable: support.isUsable,

    /** Returns the parts in which rows are looked for that left another part. */
    lookups: (): readonly Part[] => {
      const lookups = missing.lookups(store.getState(), support.isUsable);
      if (lookups.needsList) parts.pollList(name);
      return lookups.parts;
    },

    /**
     * Reads a part into the state. Half a part is never shown: an error on any page is the error of all. `waited` is called with
     * the milliseconds that a request waited before it was sent.
     */
    send: async (
      part: Part,
      purpose: Purpose,
      signal: AbortSignal,
      waited: (ms: number) => void,
    ): Promise<'done' | 'blocked'> => {
      const began = clock.steady();
      const start = { at: clock.now(), sequence: parts.nextSequence() };
      const { rows } = store.getState().lists[name];
      const filter = parametersOf(part.query);
      const order = Object.keys(OLDEST_FIRST);
      const isReversed = support.isUsable([...filter, ...order]) && isNearTheEnd(rows.values(), part);
      const answer = await readList(
        parts.client(),
        name,
        [part.project],
        {
          signal,
          onPage: () => undefined,
          permit: timedPermit(parts.budget.permit(purpose), clock, waited),
          known: (fid) => store.getState().lists[name].rows.get(fid),
        },
        {
          query: { ...part.query, ...(isReversed ? OLDEST_FIRST : {}) },
          ...(part.wanted === null ? {} : { enough: allOf(part.wanted) }),
        },
      );
      if (signal.aborted) return 'done';
      if (!answer.ok) return partFailed(answer.error, isReversed ? order : filter, began);
      const state = store.getState();
      const single = projectsOf(state.connected).length === 1;
      const found = readPart(state.lists[name], part, answer.value, start.sequence, single);
      if (found.strays) {
        support.giveUp(filter, 'not-honoured');
        return 'done';
      }
      if (found.rows.size > 0) support.honoured(filter);
      else if (found.missing.length > 0 && !support.isHonoured(filter)) {
        if (support.cameEmpty(filter, start.sequence, completeSequence)) parts.pollList(name);
        return 'done';
      }
      const { gone, needsList } = missing.partRead(state, part, found, start);
      if (needsList) parts.pollList(name);
      const poll = { ...start, until: parts.nextSequence() };
      store.setState(partArrived(store.getState(), name, { rows: found.rows, gone }, poll, clock.now()), true);
      return 'done';
    },

    /** Called with each complete list. */
    listArrived: (sequence: number): void => {
      completeSequence = sequence;
      missing.listArrived(store.getState(), sequence, support.contradicted);
    },
  };
}

import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import type { OnPage, PageCursor } from '../api/list-pages.ts';
import type { ListedRow, ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Clock } from '../lib/clock.ts';
import { readList } from '../resources/project-lists.ts';
import type { Rows } from '../resources/rows.ts';
import type { PollStart } from '../store/row-memory.ts';
import { type ConsoleState, projectsOf } from '../store/state.ts';
import { firstPagesArrived, pageArrived, partArrived, rowsArrived } from '../store/transitions.ts';
import { pacedPermit, pageRetry, type RequestBudget, timedPermit } from './request-budget.ts';
import type { RequestClass } from './request-schedule.ts';

/** Shortest interval between updates of a known list and of a first one, in milliseconds. */
const PROGRESS_MS = 500;
const FIRST_ROWS_MS = 250;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly nextSequence: () => number;
  readonly budget: RequestBudget;
  readonly onFirstRows: () => void;
};

export type PageRequests = {
  readonly classOf: () => RequestClass;
  readonly gapMs: () => number;
  /** Called with a request's wait before it was sent, in milliseconds. */
  readonly waited: (ms: number) => void;
  /** Called with each page of a project but the first. */
  readonly onCursor: (page: PageCursor, project: string) => void;
};

/**
 * Into the state, or returns the error. A first list is shown page by page; later only changed rows are shown before
 * the end.
 */
export function createListReader({ store, client, clock, random, nextSequence, budget, onFirstRows }: Parts) {
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);

  return async <Name extends ServiceList>(
    name: Name,
    signal: AbortSignal,
    start: PollStart,
    { classOf, gapMs, waited, onCursor }: PageRequests,
  ): Promise<ServiceError | null> => {
    const isFirst = store.getState().lists[name].fetchedAt === null;
    /** Rows not shown yet, and the request for their first page. */
    const rows = new Map<string, ListedRow<Rows[Name]>>();
    let requested: PollStart | null = null;
    let page = start;
    let hasArrived = false;
    const retry = pageRetry({ clock, signal, random, budget });
    let shownAt = Number.NEGATIVE_INFINITY;
    const isNew = (fid: string, { raw }: ListedRow<Rows[Name]>): boolean =>
      isFirst || store.getState().lists[name].rows.get(fid)?.raw !== raw;
    const onPage: OnPage<Rows[Name]> = (progress, arrived) => {
      if (signal.aborted) return;
      hasArrived = true;
      for (const [fid, listed] of arrived) {
        if (!isNew(fid, listed)) continue;
        requested ??= page;
        rows.set(fid, listed);
      }
      const isDue = clock.steady() >= shownAt + (isFirst ? FIRST_ROWS_MS : PROGRESS_MS);
      // Refreshing a hundred pages must not redraw the screen a hundred times.
      if (!isFirst && (progress.pages === 1 || !isDue)) return;
      change((state) => pageArrived(state, name, progress));
      if (!isDue) return;
      shownAt = clock.steady();
      if (rows.size === 0) return;
      const poll = { ...(requested ?? page), until: nextSequence() };
      change((state) =>
        isFirst
          ? firstPagesArrived(state, name, rows, { ...start, at: poll.at, until: poll.until }, clock.now())
          : partArrived(state, name, { rows: new Map(rows), gone: [] }, poll, clock.now()),
      );
      rows.clear();
      requested = null;
      if (isFirst) onFirstRows();
    };
    const answer = await readList(client(), name, projectsOf(store.getState().connected), {
      signal,
      onPage,
      onCursor,
      permit: timedPermit(
        pacedPermit(() => budget.permit(classOf())(), { clock, signal, gapMs }),
        clock,
        waited,
      ),
      pageBegins: () => {
        page = { at: clock.now(), sequence: nextSequence() };
      },
      // Nothing is on screen yet: an error shows at once.
      retry: async (error, attempt) => (!isFirst || hasArrived) && retry(error, attempt),
    });
    if (signal.aborted) return null;
    if (!answer.ok) return answer.error;
    change((state) => rowsArrived(state, name, answer.value, { ...start, until: nextSequence() }, clock.now()));
    return null;
  };
}

import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { OnPage, Permit } from '../../api/list-pages.ts';
import type { ListedRow, ServiceError } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Clock } from '../../lib/clock.ts';
import { readList } from '../../resources/project-lists.ts';
import type { Rows } from '../../resources/rows.ts';
import type { PollStart } from '../lists/read-order.ts';
import { firstPagesArrived, pageArrived, rowsArrived } from '../lists/transitions.ts';
import { projectsOf } from '../projects.ts';
import type { ConsoleState } from '../state.ts';
import { timedPermit } from './request-budget.ts';

/** Shortest interval between progress updates of a list that is refreshed, and between those of its first rows, in milliseconds. */
const PROGRESS_MS = 500;
const FIRST_ROWS_MS = 250;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly nextSequence: () => number;
  readonly permit: (name: ServiceList) => Permit;
  /** Called when rows of a list that was never complete are shown. */
  readonly onFirstRows: () => void;
};

/**
 * Returns a function that reads a complete list into the state, or returns the error; it calls `waited` with the milliseconds
 * that a request waited before it was sent. The rows of a list that was never complete are shown as its pages come; later the
 * list is replaced as a whole.
 */
export function createListReader({ store, client, clock, nextSequence, permit, onFirstRows }: Parts) {
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);

  return async <Name extends ServiceList>(
    name: Name,
    signal: AbortSignal,
    start: PollStart,
    waited: (ms: number) => void,
  ): Promise<ServiceError | null> => {
    const isFirst = store.getState().lists[name].fetchedAt === null;
    const rows = new Map<string, ListedRow<Rows[Name]>>();
    let shownAt = Number.NEGATIVE_INFINITY;
    const onPage: OnPage<Rows[Name]> = (progress, page) => {
      if (signal.aborted) return;
      if (isFirst) for (const [fid, listed] of page) rows.set(fid, listed);
      const isDue = clock.steady() >= shownAt + (isFirst ? FIRST_ROWS_MS : PROGRESS_MS);
      // Refreshing a known list of a hundred pages does not redraw the screen for each of them.
      if (!isFirst && (progress.pages === 1 || !isDue)) return;
      change((state) => pageArrived(state, name, progress));
      if (!isDue) return;
      shownAt = clock.steady();
      if (!isFirst) return;
      change((state) => firstPagesArrived(state, name, rows, { ...start, until: nextSequence() }, clock.now()));
      rows.clear();
      onFirstRows();
    };
    const projects = projectsOf(store.getState().connected);
    const answer = await readList(client(), name, projects, {
      signal,
      onPage,
      permit: timedPermit(permit(name), clock, waited),
    });
    if (signal.aborted) return null;
    if (!answer.ok) return answer.error;
    change((state) => rowsArrived(state, name, answer.value, { ...start, until: nextSequence() }, clock.now()));
    return null;
  };
}

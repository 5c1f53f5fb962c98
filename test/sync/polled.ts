import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '../../src/api/client.ts';
import type { ServiceError } from '../../src/api/result.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import { serviceLists, serviceResources } from '../../src/resources/index.ts';
import { DEFAULT_PACE } from '../../src/store/defaults.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { createPoller, type Poller } from '../../src/sync/poller.ts';
import { type HandClock, handClock, quiet } from '../store/hand-clock.ts';

/** A request for a list, as the service sees it: its time, and the functions that respond to it. */
export type Question = {
  readonly list: ServiceList;
  /** Milliseconds since the start. */
  readonly at: number;
  readonly asked: unknown;
  readonly signal: AbortSignal | undefined;
  /** Responds with a page that is not the last. */
  readonly page: (pages: number, rows: number) => void;
  readonly answer: () => void;
  readonly fail: (error: ServiceError) => void;
};

/** The way in which the service of a test responds: later, by hand, or at once. */
export type Answering = (question: Question) => void;

export type PolledService = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: HandClock;
  readonly poller: Poller;
  readonly questions: readonly Question[];
  /** The times of the requests for a list, in milliseconds since the start. */
  readonly times: (list: ServiceList) => readonly number[];
  /** The highest number of requests for a list that were open at once. */
  readonly maxOpen: (list: ServiceList) => number;
  /** Changes the way in which the service responds. */
  readonly answering: (answering: Answering) => void;
};

export const atOnce: Answering = (question) => question.answer();
export const byHand: Answering = () => undefined;

/** A poller with a service that the test plays, and retries in the middle of their range. */
export function polled(start: ConsoleState, first: Answering = atOnce, clock: HandClock = handClock()): PolledService {
  const store = createStore<ConsoleState>(() => start);
  const questions: Question[] = [];
  const open = new Map<ServiceList, number>();
  const max = new Map<ServiceList, number>();
  let answering = first;
  let turns = 0;
  const opened = (list: ServiceList, by: number): void => {
    const count = (open.get(list) ?? 0) + by;
    open.set(list, count);
    max.set(list, Math.max(count, max.get(list) ?? 0));
  };
  const client: Client = {
    call: () => new Promise(() => undefined),
    list: (endpoint, asked, options) =>
      new Promise((resolve) => {
        const list = serviceLists.find((name) => serviceResources[name].endpoint === endpoint);
        if (list === undefined) throw new Error(`${endpoint.path} is no list`);
        let isOpen = true;
        const closed = (): void => {
          if (isOpen) opened(list, -1);
          isOpen = false;
        };
        opened(list, 1);
        options?.signal?.addEventListener('abort', closed);
        const question: Question = {
          list,
          at: clock.steady(),
          asked,
          signal: options?.signal,
          page: (pages, rows) => options?.onPage?.({ pages, rows }, new Map()),
          answer: () => {
            closed();
            resolve({ ok: true, value: { rows: new Map(), unreadable: [], warnings: [], pages: 1 } });
          },
          fail: (error) => {
            closed();
            resolve({ ok: false, error });
          },
        };
        questions.push(question);
        answering(question);
      }),
  };
  const poller = createPoller({
    store,
    client: () => client,
    clock,
    pace: () => DEFAULT_PACE,
    nextSequence: () => {
      turns += 1;
      return turns;
    },
    random: () => 0.5,
  });
  return {
    store,
    clock,
    poller,
    questions,
    times: (list) => questions.filter((question) => question.list === list).map(({ at }) => at),
    maxOpen: (list) => max.get(list) ?? 0,
    answering: (next) => {
      answering = next;
    },
  };
}

/** Responds after a time on the test's clock. */
export function after(clock: () => HandClock, ms: number): Answering {
  return (question) => clock().after(ms, question.answer);
}

/** The last request for a list. @throws when there was none. */
export function last({ questions }: PolledService, list: ServiceList): Question {
  const question = questions.findLast((question) => question.list === list);
  if (question === undefined) throw new Error(`${list} was never asked for`);
  return question;
}

/** Responds to an open request and waits for its effects. */
export async function done(question: Question): Promise<void> {
  question.answer();
  await quiet();
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '../../src/api/client.ts';
import type { Outcome, ServiceError } from '../../src/api/outcome.ts';
import type { ServiceList } from '../../src/resources/resource.ts';
import type { Write, Written } from '../../src/resources/write.ts';
import type { ConsoleState } from '../../src/state/console.ts';
import { createWriting } from '../../src/state/writing.ts';
import { type HandClock, handClock, quiet } from './hand-clock.ts';

export const lost: ServiceError = { kind: 'timeout', afterMs: 15_000, reached: 'maybe' };
export const refused: ServiceError = {
  kind: 'refused',
  status: 422,
  said: 'the price is too low',
  fields: [],
  reached: 'yes',
};
export const gone: ServiceError = { kind: 'not-found', said: null, reached: 'yes' };

/** A write whose answer the test gives by hand; it counts how often it was sent. */
export type ByHand = {
  readonly write: Write;
  readonly sent: () => number;
  /** Over as soon as it was sent. */
  readonly left: Promise<void>;
  readonly answer: (outcome: Outcome<Written, ServiceError>) => Promise<void>;
};

export function byHand(over: Partial<Write> = {}): ByHand {
  let sent = 0;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((over) => {
    leave = over;
  });
  let resolve: (outcome: Outcome<Written, ServiceError>) => void = () => undefined;
  const write: Write = {
    verb: 'pause',
    doing: 'pausing',
    done: 'Paused a.',
    list: 'bids',
    fid: 'a',
    name: 'a',
    price: null,
    undo: null,
    goneIsFine: false,
    send: () => {
      sent += 1;
      leave();
      return new Promise((answered) => {
        resolve = answered;
      });
    },
    ...over,
  };
  return {
    write,
    sent: () => sent,
    left,
    answer: async (outcome) => {
      resolve(outcome);
      await quiet();
    },
  };
}

export const nothing: Outcome<Written, ServiceError> = { ok: true, value: { kind: 'nothing' } };
export const failing = (error: ServiceError): Outcome<Written, ServiceError> => ({ ok: false, error });

const nobody: Client = { call: () => new Promise(() => undefined), list: () => new Promise(() => undefined) };

/** The writing of a console, with the lists it asked to be polled. */
export type WritingOn = ReturnType<typeof createWriting> & {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: HandClock;
  readonly poked: readonly ServiceList[];
  readonly nextTurn: () => number;
};

export function writingOn(start: ConsoleState, client: Client = nobody): WritingOn {
  const store = createStore<ConsoleState>(() => start);
  const clock = handClock();
  const poked: ServiceList[] = [];
  let turns = 0;
  const nextTurn = (): number => {
    turns += 1;
    return turns;
  };
  const writing = createWriting({ store, client: () => client, clock, nextTurn, poke: (list) => poked.push(list) });
  return { ...writing, store, clock, poked, nextTurn };
}

/** What the activity list says of what the operator did, the newest last. */
export function deeds(state: ConsoleState): readonly string[] {
  return [...state.lists.activity.rows.values()].map(({ row }) => `${row.outcome}: ${row.what}`);
}

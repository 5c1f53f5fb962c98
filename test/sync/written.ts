import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client, OneCall, ReceivedValue } from '../../src/api/client.ts';
import type { Outcome, ServiceError } from '../../src/api/result.ts';
import type { CallInput } from '../../src/contract/endpoint.ts';
import type { Endpoints } from '../../src/contract/endpoints.ts';
import { BidFid, ProjectId } from '../../src/contract/fid.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import type { Write, WriteResponse } from '../../src/resources/write.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { createWriting } from '../../src/sync/write-queue.ts';
import { type HandClock, handClock, quiet } from '../store/hand-clock.ts';

export const lost: ServiceError = { kind: 'timeout', afterMs: 15_000, reached: 'maybe' };
export const refused: ServiceError = {
  kind: 'refused',
  status: 422,
  said: 'the price is too low',
  fields: [],
  reached: 'yes',
};
export const gone: ServiceError = { kind: 'not-found', said: null, reached: 'yes' };

/** A write with a response that the test gives by hand; it counts its requests. */
export type ByHand = {
  readonly write: Write;
  readonly sent: () => number;
  /** Resolves when it was sent. */
  readonly left: Promise<void>;
  readonly answer: (outcome: ByHandOutcome) => Promise<void>;
};

type ByHandOutcome = Outcome<Exclude<WriteResponse, { readonly kind: 'secret' }>, ServiceError>;
type HandAnswer = Outcome<{ readonly value: unknown; readonly raw: string | null }, ServiceError>;

const pausing = (fid: string) =>
  ({ call: 'updateBid', input: { params: { bid_fid: BidFid.parse(fid) }, body: { paused: true } } }) as const;

/** The request for a bid that is like those of the tests. */
const placing = (name: string) =>
  ({
    call: 'placeBid',
    input: {
      body: {
        project: ProjectId.parse('proj_demo'),
        region: 'eu-n1',
        instance_type: '8xh100',
        limit_price: '$2.50',
        name,
        instance_quantity: 4,
      },
    },
  }) as const;

/** The responses of the test's client, by the request's input. */
const requests = new Map<unknown, () => Promise<HandAnswer>>();

export function byHand(over: Partial<Omit<Write, 'call' | 'input'>> = {}): ByHand {
  let sent = 0;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((over) => {
    leave = over;
  });
  let resolve: (answer: HandAnswer) => void = () => undefined;
  const fid = over.fid ?? 'a';
  const write: Write = {
    ...(over.fid === null ? placing(over.name ?? 'bid-9') : pausing(fid)),
    verb: 'pause',
    pendingLabel: 'pausing',
    successText: 'Paused a.',
    list: 'bids',
    fid: 'a',
    name: 'a',
    price: null,
    undo: null,
    undoOf: null,
    notFoundIsSuccess: false,
    secret: null,
    ...over,
  };
  requests.set(write.input, () => {
    sent += 1;
    leave();
    return new Promise((answered) => {
      resolve = answered;
    });
  });
  return {
    write,
    sent: () => sent,
    left,
    answer: async (outcome) => {
      resolve(handAnswer(outcome));
      await quiet();
    },
  };
}

function handAnswer(outcome: ByHandOutcome): HandAnswer {
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  return {
    ok: true,
    value: value.kind === 'row' ? { value: value.row.row, raw: value.row.raw } : { value: undefined, raw: null },
  };
}

export const nothing: ByHandOutcome = { ok: true, value: { kind: 'nothing' } };
export const failing = (error: ServiceError): ByHandOutcome => ({ ok: false, error });

async function call<Name extends OneCall>(
  name: Name,
  input: CallInput<Endpoints[Name]>,
): Promise<Outcome<ReceivedValue<Name>, ServiceError>>;
async function call(_: OneCall, input: unknown): Promise<HandAnswer> {
  const asked = requests.get(input);
  return asked === undefined ? new Promise(() => undefined) : asked();
}

/** Responds only to writes made with `byHand`, when the test does. */
const handClient: Client = { call, list: () => new Promise(() => undefined) };

/** The write queue of a console, with the lists it requested polls of. */
export type WritingOn = ReturnType<typeof createWriting> & {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: HandClock;
  readonly poked: readonly ServiceList[];
  readonly nextSequence: () => number;
};

export function writingOn(start: ConsoleState, client: Client = handClient): WritingOn {
  const store = createStore<ConsoleState>(() => start);
  const clock = handClock();
  const poked: ServiceList[] = [];
  let turns = 0;
  const nextSequence = (): number => {
    turns += 1;
    return turns;
  };
  const mixed: Client = {
    list: client.list,
    call: (name, input, options) => (requests.has(input) ? call(name, input) : client.call(name, input, options)),
  };
  const writing = createWriting({ store, client: () => mixed, clock, nextSequence, poke: (list) => poked.push(list) });
  return { ...writing, store, clock, poked, nextSequence };
}

/** The operator's actions in the activity list, newest last. */
export function operatorActions(state: ConsoleState): readonly string[] {
  const single = [...state.lists.activity.rows.values()].filter(({ row }) => row.events.length === 0);
  return single.map(({ row }) => `${row.outcome}: ${row.what}`);
}

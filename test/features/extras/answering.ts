import { createStore } from 'zustand/vanilla';
import { createClient, type ForeignReads } from '../../../src/api/client.ts';
import type { ServiceError } from '../../../src/api/result.ts';
import type { Extra } from '../../../src/features/extras/extra.ts';
import { createExtraReader } from '../../../src/features/extras/reader.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { listFailed, timePassed } from '../../../src/store/transitions.ts';
import { type HandClock, handClock, quiet } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

const SECOND_MS = 1000;

/** An answer to one request: JSON as a value, or a response, or none at all. */
export type Answered = { readonly json: unknown } | { readonly response: () => Response } | 'never';

/** The reader of extras on a real client; the test is the service. */
export function readExtras(
  extras: readonly Extra[],
  answer: (path: string, query: URLSearchParams) => Answered,
  start: ConsoleState = consoleWith({ bids: [bid('one')], instances: [instance('one-0')] }),
  clock: HandClock = handClock(),
) {
  const store = createStore<ConsoleState>(() => start);
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const asked: { readonly at: number; readonly path: string }[] = [];
  let open = 0;
  let mostOpen = 0;
  let hangs = false;
  let latest: Promise<unknown> = Promise.resolve();
  const client = createClient(
    {
      baseUrl: 'http://127.0.0.1:1',
      token: 'token-of-a-test',
      allowPlainHttp: false,
      readOnly: true,
      timeoutMs: 30_000,
      pageSize: null,
      maxPages: 10,
    },
    {
      clock,
      fetch: async (input, init) => {
        const { signal, url } = new Request(input, init);
        const { pathname, searchParams } = new URL(url);
        asked.push({ at: clock.steady(), path: pathname });
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        const given = answer(pathname, searchParams);
        try {
          hangs = given === 'never';
          if (given !== 'never') return 'response' in given ? given.response() : Response.json(given.json);
          return await new Promise<never>((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
          );
        } finally {
          open -= 1;
        }
      },
    },
  );
  const foreign: ForeignReads = {
    readForeign: (...request) => {
      const answered = client.readForeign(...request);
      latest = answered;
      return answered;
    },
  };
  const reader = createExtraReader({ store, change, clock, foreign: () => foreign, extras: () => extras });
  return {
    asked,
    clock,
    state: store.getState,
    change,
    stop: reader.stop,
    mostOpen: () => mostOpen,
    pass: async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= SECOND_MS) {
        await clock.pass(Math.min(left, SECOND_MS));
        // An answer takes no time of this clock.
        if (!hangs) await latest.then(quiet);
        change((state) => timePassed(state, clock.now()));
      }
    },
    listsFail: (error: ServiceError): void => change((state) => listFailed(state, 'bids', error, clock.now(), null)),
  };
}

/** The state after a service has answered all that an extra asks in it, through a real client. */
export async function afterAnswers(
  state: ConsoleState,
  extra: Extra,
  answer: (path: string) => Answered,
): Promise<ConsoleState> {
  const console = readExtras([extra], answer, state, handClock(state.now));
  await console.pass(SECOND_MS);
  console.stop();
  return { ...state, ...(console.state().extras === undefined ? {} : { extras: console.state().extras }) };
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Client, type Connection, createClient } from '../../src/api/client.ts';
import type { RequestLogEntry } from '../../src/api/log-entry.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { sameThread } from '../../src/journal/same-thread.ts';
import type { Scope } from '../../src/journal/scope.ts';
import type { MarketOptions } from '../../src/market/options.ts';
import { type RunningMarket, serveMarket } from '../../src/market/server.ts';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { themeFor } from '../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../src/screen/ink/pane-lines.ts';
import { headerLine, hintLine } from '../../src/screen/ink/screen-lines.ts';
import type { Controller, RemotePort } from '../../src/store/controller.ts';
import type { Pace } from '../../src/store/defaults.ts';
import { syncJournal } from '../../src/store/journal-sync.ts';
import { layoutOf, panesOn } from '../../src/store/panes/layout.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { timePassed } from '../../src/store/transitions.ts';
import type { FilterFaultListener } from '../../src/sync/parts/part-requests.ts';
import { createPoller, type Poller } from '../../src/sync/poller.ts';
import { createWriting } from '../../src/sync/write-queue.ts';
import { followersOn } from '../features/running.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { openTestJournal } from '../journal/open.ts';
import { seen } from '../screen/ink/seen.ts';
import { type HandClock, handClock, NOON, quiet } from '../store/hand-clock.ts';
import { connected } from '../store/made.ts';
import { countRequests } from './open-requests.ts';
import { createPatience, type Hanging } from './patience.ts';
import { openWire, type Wire } from './wire.ts';

/** Response timeout of the console's client, in milliseconds: the usual one. It is over when a request hangs, not at a time of the machine. */
const TIMEOUT_MS = 15_000;
const PACE: Pace = { visibleMs: 5000, hiddenMs: 10_000, maxRequests: 600 };
const theme = themeFor('none');

/** One attempt of the client to reach the service; `at` is steady time since the fixture started. */
export type Try = Pick<RequestLogEntry, 'method' | 'path' | 'status'> & { readonly at: number };

/** Console without a terminal, on a real market, over a wire that can fail, with a clock that the test drives. */
export type Fixture = AsyncDisposable & {
  readonly market: RunningMarket;
  readonly wire: Wire;
  readonly store: StoreApi<ConsoleState>;
  readonly clock: HandClock;
  readonly journal: Journal;
  readonly scope: Scope;
  readonly poller: Poller;
  readonly controller: Controller;
  readonly remote: RemotePort;
  /** Every attempt of the client, also those that failed to connect. */
  readonly tries: readonly Try[];
  /** Kinds of queries that were given up: the list, the parameters and why. */
  readonly filterFaults: readonly string[];
  /** Writes that the operator has sent. */
  readonly calls: () => number;
  /** Advances time; afterwards every request of that time has been answered or abandoned. */
  readonly pass: (ms: number) => Promise<void>;
  /** Advances time from one due timer to the next until a condition holds, for at most a number of milliseconds. */
  readonly passUntil: (so: () => boolean, max: number) => Promise<void>;
  /** Waits for the responses to open requests, without advancing time. */
  readonly settle: () => Promise<void>;
  /** Replaces the client's address and page size. With another service, `hanging` says how many of its requests wait in vain. */
  readonly connect: (over: Partial<Connection>, hanging?: () => Hanging) => void;
  readonly state: () => ConsoleState;
  readonly header: () => string;
  readonly hint: () => string;
  /** All panes, line by line. */
  readonly panes: () => string;
};

export async function openFixture(
  options: MarketOptions = {},
  over: Partial<Connection> = {},
  pace: Partial<Pace> = {},
): Promise<Fixture> {
  const market = await serveMarket({ speed: 0, ...options }, () => NOON);
  const clock = handClock();
  const wire = await openWire(market.origin, clock.steady);
  const tries: Try[] = [];
  const requests = countRequests();
  let hanging = wire.hanging;
  const patience = createPatience(() => hanging());
  const filterFaults: string[] = [];
  let calls = 0;
  let turns = 0;
  let connection: Connection = {
    baseUrl: wire.origin,
    token: market.token,
    allowPlainHttp: true,
    readOnly: false,
    timeoutMs: TIMEOUT_MS,
    pageSize: 100,
    maxPages: 20,
    ...over,
  };
  const made = (): Client => {
    const client = createClient(connection, {
      clock: { now: clock.now, steady: clock.steady, after: patience.after },
      fetch: patience.fetch,
      onRequest: ({ method, path, status }) => tries.push({ method, path, status, at: clock.steady() }),
    });
    return {
      list: (name, asked, how) => requests.follow(client.list(name, asked, requests.waitsIn(how))),
      call: (name, asked, how) => {
        calls += 1;
        return requests.follow(client.call(name, asked, how));
      },
    };
  };
  let client = made();
  const store = createStore<ConsoleState>(() =>
    startState(
      loadedFeatures,
      { ...connected, project: market.project },
      unicodeGlyphs,
      { columns: 200, rows: 50 },
      clock.now(),
    ),
  );
  const journal = openTestJournal(':memory:', clock.now);
  const scope: Scope = { service: 'stage', project: market.project };
  const sync = syncJournal({
    store,
    journal: sameThread(journal),
    service: () => scope.service,
    followers: followersOn(store, { service: scope.service }),
  });
  const nextSequence = (): number => {
    turns += 1;
    return turns;
  };
  const parts = { store, client: () => client, clock, nextSequence };
  const onFilterFault: FilterFaultListener = (name, filter, fault) =>
    void filterFaults.push(`${name} ${filter.join(' ')} ${fault}`);
  const poller = createPoller({ ...parts, pace: () => ({ ...PACE, ...pace }), random: () => 0.5, onFilterFault });
  const writing = createWriting({ ...parts, poke: poller.poke });
  const connect = (next: Partial<Connection>, hangingThere = wire.hanging): void => {
    hanging = hangingThere;
    connection = { ...connection, ...next };
    client = made();
  };
  const settle = async (): Promise<void> => {
    await quiet();
    for (let rounds = 0; requests.areOpen(); rounds++) {
      if (rounds > 500) throw new Error('The console asks again and again without a pause.');
      let areOver = false;
      void requests.ended().then(() => {
        areOver = true;
      });
      while (!areOver) {
        await quiet();
        patience.look();
      }
      await quiet();
    }
  };
  const step = async (ms: number): Promise<void> => {
    await clock.pass(ms);
    await settle();
  };
  const passUntil = async (so: () => boolean, max: number): Promise<void> => {
    await step(0);
    const end = clock.steady() + max;
    while (!so() && clock.steady() < end) {
      await step(Math.max(0, Math.min(...clock.due(), end) - clock.steady()));
      store.setState(timePassed(store.getState(), clock.now()), true);
    }
  };
  const remote: RemotePort = {
    send: writing.send,
    undo: writing.undo,
    submit: writing.submit,
    sendNext: writing.sendNext,
    pollNow: poller.pokeAll,
    signIn: (token) => {
      poller.stop();
      connect({ token });
      poller.start();
      poller.pokeAll();
    },
    trySignIn: () => undefined,
    cancelSignIn: () => undefined,
    keepToken: () => undefined,
    switchProject: () => undefined,
    showAllProjects: () => undefined,
    switchProfile: () => undefined,
    connect: () => undefined,
    cancelConnect: () => undefined,
    requests: () => [],
    settings: () => Promise.resolve([]),
    changeSetting: () => Promise.resolve([]),
  };
  const controller: Controller = {
    store,
    remote,
    journal: null,
    recorded: null,
    firstRun: null,
    terminal: {
      copy: () => undefined,
      toShell: () => undefined,
      redraw: () => undefined,
      quit: () => undefined,
      readFile: async () => ({ ok: false, error: 'There are no files here.' }),
      editText: async (text) => ({ ok: true, value: { text, note: null } }),
      saveFile: async () => ({ ok: false, error: 'There are no files here.' }),
    },
  };
  return {
    market,
    wire,
    store,
    clock,
    journal,
    scope,
    poller,
    controller,
    remote,
    tries,
    filterFaults,
    calls: () => calls,
    pass: (ms) => passUntil(() => false, ms),
    passUntil,
    settle,
    connect,
    state: store.getState,
    header: () => seen(headerLine(store.getState(), theme)),
    hint: () => seen(hintLine(store.getState(), theme)),
    panes: () =>
      panesOn(layoutOf(store.getState()))
        .flatMap((pane) => paneLines(store.getState(), pane, theme))
        .map(seen)
        .join('\n'),
    [Symbol.asyncDispose]: async () => {
      poller.stop();
      sync.stop();
      journal.close();
      await wire[Symbol.asyncDispose]();
      await market.stop();
    },
  };
}

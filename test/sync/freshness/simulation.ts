import { createStore, type StoreApi } from 'zustand/vanilla';
import { createClient } from '../../../src/api/client.ts';
import { loadTransport } from '../../../src/api/transport.ts';
import { machineClock } from '../../../src/lib/clock.ts';
import { nextRandom, type RandomState } from '../../../src/market/engine/random.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { batchedStore } from '../../../src/screen/ink/batched-store.ts';
import { DEFAULT_PACE, type Pace } from '../../../src/store/defaults.ts';
import { viewsSettled } from '../../../src/store/panes/cursor.ts';
import { startState } from '../../../src/store/start-state.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { timePassed } from '../../../src/store/transitions.ts';
import { createPoller, type Poller } from '../../../src/sync/poller.ts';
import type { FleetSize } from '../../bench/service/fleet.ts';
import type { Entry } from '../../bench/service/listing.ts';
import type { BenchList } from '../../bench/service/start.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { type HandClock, handClock } from '../../store/hand-clock.ts';
import { connected } from '../../store/made.ts';
import { changeRows } from './changing.ts';
import { rowsOf } from './fleets.ts';
import { type Measures, measureRows } from './measures.ts';
import type { Operator } from './operators.ts';
import { type Conditions, fleetLists, ORIGIN, type SimulatedService, simulatedService } from './service.ts';

export type Options = Partial<Conditions> & {
  readonly fleet: FleetSize;
  /** Rows per page that the console asks for. */
  readonly asksFor?: number;
  readonly projects?: readonly string[];
  readonly pace?: Partial<Pace>;
  readonly seed?: number;
  readonly operator?: Operator;
};

/** A console without a terminal before a simulated service, both in simulated time. */
export type Simulation = AsyncDisposable & {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: HandClock;
  readonly poller: Poller;
  readonly service: SimulatedService;
  /** Of the time since `measure`. */
  readonly measures: () => Measures;
  /** Begins to measure anew. */
  readonly measure: () => void;
  /** Milliseconds of the steady clock at which each list was complete for the first time. */
  readonly completeAt: ReadonlyMap<BenchList, number>;
  /** Requests that have ended and whose end the console has not noticed. */
  readonly unread: () => number;
  readonly pass: (ms: number) => Promise<void>;
};

/** A console whose rows in view are any of the fleet, and not those that are in trouble and stay so. */
function inOwnOrder(state: ConsoleState): ConsoleState {
  const bids = withView(state, 'bids', { sort: { column: 'price', descending: true }, showsEnded: true });
  return withView(bids, 'instances', { sort: { column: 'name', descending: false }, showsEnded: true });
}

/** Interval of samples and of changes, and that of samples of rows out of view, in milliseconds. */
const SAMPLE_MS = 250;
const REST_MS = 1000;
/** Response timeout of the client, in milliseconds: longer than a simulation takes, whose time is not the client's. */
const TIMEOUT_MS = 600_000;

export async function simulate(options: Options): Promise<Simulation> {
  const { fleet, projects = ['proj_bench'], asksFor = 100, operator, seed = 1 } = options;
  const clock = handClock();
  const rows = rowsOf(fleet, projects);
  const service = simulatedService(rows, projects, clock, {
    latency: options.latency ?? 0,
    work: options.work ?? 10,
    pageSize: options.pageSize ?? 100,
    filters: options.filters ?? 'honoured',
    treat: options.treat ?? (() => null),
  });
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = service.fetch;
  await loadTransport();
  const random: RandomState = { chance: seed };
  const [project = '', ...others] = projects;
  const pace: Pace = { ...DEFAULT_PACE, ...options.pace };
  const store = createStore<ConsoleState>(() => ({
    ...inOwnOrder(
      startState(
        loadedFeatures,
        { ...connected, project, projects: [...others], allProjects: others.length > 0 },
        unicodeGlyphs,
        { columns: 160, rows: 45 },
        clock.now(),
      ),
    ),
    pace,
  }));
  let read = 0;
  const client = createClient(
    {
      baseUrl: ORIGIN,
      token: 'token',
      allowPlainHttp: false,
      readOnly: false,
      timeoutMs: TIMEOUT_MS,
      pageSize: asksFor,
      maxPages: 100_000,
    },
    {
      clock: { ...machineClock, now: clock.now },
      onRequest: () => {
        read += 1;
      },
    },
  );
  let turns = 0;
  const poller = createPoller({
    store,
    client: () => client,
    clock,
    pace: () => pace,
    nextSequence: () => {
      turns += 1;
      return turns;
    },
    random: () => nextRandom(random),
  });
  const entriesOf = (list: BenchList, fits: (entry: Entry) => boolean): readonly Entry[] =>
    rows[list].flatMap(({ name }) => service.entry(list, name) ?? []).filter(fits);
  const all = new Map(fleetLists.map((list) => [list, entriesOf(list, () => true)]));
  const preempting = new Map(
    fleetLists.map((list) => [list, entriesOf(list, ({ row }) => /preempting/i.test(row.status))]),
  );
  const parts = { store, clock, service, preempting, all };
  let measures = measureRows(parts);
  const change = changeRows({
    ...parts,
    state: store.getState,
    now: clock.now,
    measures: { changed: (of) => measures.changed(of), isChanging: (list, name) => measures.isChanging(list, name) },
    random,
  });
  const completeAt = new Map<BenchList, number>();
  store.subscribe(({ lists }) => {
    for (const list of fleetLists)
      if (lists[list].fetchedAt !== null && !completeAt.has(list)) completeAt.set(list, clock.steady());
  });

  // As the screen does it before each frame.
  batchedStore(store, { settled: viewsSettled });
  const every = (ms: number, act: (n: number) => void, n = 0): void =>
    void clock.after(ms, () => {
      act(n);
      every(ms, act, n + 1);
    });
  every(SAMPLE_MS, (n) => {
    store.setState(timePassed(store.getState(), clock.now()), true);
    measures.sample(n % (REST_MS / SAMPLE_MS) === 0);
    // Changes come at any time between two samples.
    clock.after(nextRandom(random) * SAMPLE_MS, change);
  });
  if (operator !== undefined) every(operator.everyMs, (n) => store.setState(operator.act(store.getState(), n), true));

  return {
    store,
    clock,
    poller,
    service,
    completeAt,
    measures: () => measures,
    measure: () => {
      measures.end();
      measures = measureRows(parts);
    },
    unread: () => service.asked.length - service.open() - read,
    pass: clock.pass,
    [Symbol.asyncDispose]: async () => {
      poller.stop();
      await clock.pass(0);
      globalThis.fetch = realFetch;
    },
  };
}

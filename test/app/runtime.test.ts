import { expect, onTestFinished, test } from 'vitest';
import type { RequestLogEntry } from '../../src/api/log-entry.ts';
import { createProfileRuntimes } from '../../src/app/profile-runtimes.ts';
import { programs } from '../../src/app/programs.ts';
import { createRuntime } from '../../src/app/runtime.ts';
import { type RunningMarket, serveMarket } from '../../src/market/server.ts';
import { pauseBid } from '../../src/resources/bids/writes.ts';
import { serviceLists } from '../../src/resources/index.ts';
import { paneFocused } from '../../src/store/panes/cursor.ts';
import { timePassed } from '../../src/store/transitions.ts';
import { consoleFeatures } from '../features/running.ts';
import { newPath } from '../journal/snapshots.ts';
import { handClock, NOON } from '../store/hand-clock.ts';
import { passesUntil, settled } from './passing.ts';
import { profileOf } from './profile-of.ts';
import { openRuntime, partsOf, silent, storeOf } from './runtime-of.ts';

const MINUTE_MS = 60_000;

/** Runtimes of a console with two profiles, each on its own market. Counts timers, listeners of the store and requests by market. */
async function twoProfiles() {
  const markets = {
    one: await serveMarket({ speed: 0 }, () => NOON),
    two: await serveMarket({ speed: 0, seed: 8, project: 'proj_two' }, () => NOON),
  };
  const views = newPath();
  const clock = handClock();
  const { pass } = clock;
  const timers = (): number => clock.due().length;
  const profiles = { one: profileOf('one', markets.one, views), two: profileOf('two', markets.two, views) };
  const store = storeOf(profiles.one);
  const listeners = new Set<object>();
  const { subscribe } = store;
  store.subscribe = (listener) => {
    const entry = {};
    listeners.add(entry);
    const stop = subscribe(listener);
    return () => {
      listeners.delete(entry);
      stop();
    };
  };
  const ended: RequestLogEntry[] = [];
  const shared = partsOf(store, clock, {
    features: consoleFeatures(store, clock),
    reports: { ...silent, request: (entry) => void ended.push(entry) },
  });
  const runtimes = createProfileRuntimes({
    store,
    first: profiles.one,
    profileOf: async (name) => (name === 'one' ? profiles.one : profiles.two),
    runtimeFor: (profile) => createRuntime(profile, shared),
    beforeFirstJournal: () => Promise.resolve(),
    failed: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    runtimes.stop();
    await runtimes.ended();
    await shared.journals.close();
    await Promise.all([markets.one.stop(), markets.two.stop()]);
  });
  return {
    markets,
    store,
    runtimes,
    pass,
    timers,
    listeners: () => listeners.size,
    requestsTo: (market: RunningMarket) => ended.filter(({ url }) => url.startsWith(market.origin)).length,
    /** Resolves when all lists of a profile and its journal are loaded. */
    loaded: (name: string): Promise<void> =>
      passesUntil(clock, 100, () => {
        expect(store.getState().connected.profile).toBe(name);
        expect(serviceLists.filter((list) => store.getState().lists[list].fetchedAt === null)).toEqual([]);
        expect(runtimes.current().journal()).not.toBeNull();
      }),
  };
}

test('a runtime that is stopped leaves no timer and no listener behind', async () => {
  const { runtimes, store, loaded, timers, listeners } = await twoProfiles();
  runtimes.start();
  await loaded('one');
  // A change that has to be written to the file of views.
  store.setState((state) => ({ ...state, views: { ...state.views, bids: { ...state.views.bids, group: 'region' } } }));
  expect(timers()).toBeGreaterThan(serviceLists.length);
  expect(listeners()).toBeGreaterThan(1);
  runtimes.stop();
  await runtimes.ended();
  expect([timers(), listeners()]).toEqual([0, 0]);
});

test('a profile switch leaves nothing of the old runtime behind: no timer, no listener, no poll', async () => {
  const { runtimes, markets, loaded, requestsTo, pass, timers, listeners } = await twoProfiles();
  runtimes.start();
  await loaded('one');
  runtimes.switchTo('two');
  await loaded('two');
  const before = { timers: timers(), listeners: listeners(), requests: requestsTo(markets.one) };
  for (const name of ['one', 'two']) {
    runtimes.switchTo(name);
    await loaded(name);
  }
  expect({ timers: timers(), listeners: listeners() }).toEqual({ timers: before.timers, listeners: before.listeners });
  const [one, two] = [requestsTo(markets.one), requestsTo(markets.two)];
  await pass(2 * MINUTE_MS);
  await settled();
  expect(requestsTo(markets.two)).toBeGreaterThan(two);
  expect(requestsTo(markets.one)).toBe(one);
  runtimes.stop();
  await runtimes.ended();
  expect([timers(), listeners()]).toEqual([0, 0]);
});

test('ages are judged by the pace that the profile sets, also after a switch of the project and a change of the config file', async () => {
  const { runtimes, store, loaded } = await twoProfiles();
  runtimes.start();
  await loaded('one');
  expect(store.getState().pace.visibleMs).toBe(5000);
  runtimes.current().remote.showAllProjects();
  expect(store.getState().pace.visibleMs).toBe(5000);
  const profile = runtimes.current().profile();
  runtimes.current().reload({ ...profile, pace: { ...profile.pace, visibleMs: 7000 } });
  expect(store.getState().pace.visibleMs).toBe(7000);
  runtimes.switchTo('two');
  await loaded('two');
  expect(store.getState().pace.visibleMs).toBe(5000);
});

test('a response to the old profile changes nothing in the new one', async () => {
  const { runtimes, store, loaded, pass } = await twoProfiles();
  runtimes.start();
  // Its first list is requested and has not arrived.
  await pass(0);
  expect(store.getState().lists.bids.fetchedAt).toBeNull();
  runtimes.switchTo('two');
  const shown = new Set<string | null>();
  store.subscribe(({ connected: { profile }, lists }) => {
    if (profile === 'two') for (const { row } of lists.bids.rows.values()) shown.add(row.project);
  });
  await loaded('two');
  expect(shown).toEqual(new Set(['proj_two']));
});

test('waiting writes go to the profile that they were made for, and each outcome is reported', async () => {
  const { runtimes, store, markets, loaded } = await twoProfiles();
  runtimes.start();
  await loaded('one');
  const bids = [...store.getState().lists.bids.rows.values()].map(({ row }) => row);
  const running = bids.filter(({ status }) => status === 'Allocated' || status === 'Open').slice(0, 10);
  // More writes than are sent at once, so that some wait.
  expect(running.length).toBeGreaterThan(8);
  const sending = runtimes.current().remote.send(running.map(pauseBid));
  runtimes.switchTo('two');
  expect(await sending).toHaveLength(running.length);
  expect(store.getState().connected.profile).toBe('two');
  const done = [...store.getState().lists.activity.rows.values()].filter(
    ({ row }) => row.outcome === 'done' && row.events.length === 0,
  );
  expect(done).toHaveLength(running.length);
  expect(store.getState().pending).toEqual([]);
  await loaded('two');
  const shown = [...store.getState().lists.bids.rows.values()].map(({ row }) => row.project);
  expect(new Set(shown)).toEqual(new Set(['proj_two']));
  expect(store.getState().notice?.text).toMatch(/^In one \(proj_demo\): Paused 10 of 10 bids\. Switch back with P/);
  expect(store.getState().undo).toEqual([]);
  // Each journal has what was done in its own profile.
  const noted = async (): Promise<number> => {
    const journal = runtimes.current().journal();
    const all = await Promise.all(running.map(({ fid }) => journal?.rowEvents({ pane: 'bids', fid })));
    return all
      .flatMap((found) => found?.events ?? [])
      .filter(({ payload }) => payload.kind === 'noted' && payload.outcome === 'done').length;
  };
  expect(await noted()).toBe(0);
  runtimes.switchTo('one');
  await loaded('one');
  expect(await noted()).toBe(running.length);
  expect(store.getState().undo).toHaveLength(1);
  const { rows } = store.getState().lists.bids;
  expect(running.map(({ fid }) => rows.get(fid)?.row.status)).toEqual(running.map(() => 'Paused'));
  expect(markets.one.origin).not.toBe(markets.two.origin);
});

test('the later of two profile switches wins, even when the earlier one is ready after it', async () => {
  const { runtimes, store, loaded } = await twoProfiles();
  runtimes.start();
  await loaded('one');
  store.setState(paneFocused(store.getState(), 'volumes'), true);
  runtimes.switchTo('two');
  runtimes.switchTo('one');
  await loaded('one');
  expect(store.getState().connected.project).toBe('proj_demo');
  expect(store.getState().focus).toBe('volumes');
});

test('after the machine has slept all lists are read at once, and not when the requests that were under way are given up', async () => {
  const { runtime, store, clock, wire } = await openRuntime(programs.console);
  const tick = (): void => store.setState(timePassed(store.getState(), clock.now()), true);
  const readSince = (at: number) => () =>
    expect(serviceLists.filter((list) => (store.getState().lists[list].fetchedAt ?? 0) < at)).toEqual([]);
  await runtime.start();
  await passesUntil(clock, 100, readSince(NOON));
  wire.fault(() => undefined);
  const asked = wire.asked.length;
  await passesUntil(clock, 2000, () => {
    tick();
    expect(wire.asked.length).toBeGreaterThan(asked);
  });
  wire.fault(null);
  clock.jump(8 * 60 * MINUTE_MS);
  tick();
  await settled();
  readSince(NOON + 8 * 60 * MINUTE_MS)();
});

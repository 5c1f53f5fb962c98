import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { RequestLogEntry } from '../../src/api/log-entry.ts';
import { createJournals } from '../../src/app/journals.ts';
import { createNotifier } from '../../src/app/notifications.ts';
import { createHookRunner } from '../../src/app/preempt-hook.ts';
import { createProfileSessions, withProfile } from '../../src/app/profile-sessions.ts';
import { createSession } from '../../src/app/session.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { simulatedSource } from '../../src/machines/simulated.ts';
import { type RunningMarket, serveMarket } from '../../src/market/server.ts';
import { pauseBid } from '../../src/resources/bids/writes.ts';
import { serviceLists } from '../../src/resources/index.ts';
import { unicodeGlyphs } from '../../src/resources/parts/glyphs.ts';
import { paneFocused } from '../../src/state/panes/cursor.ts';
import { startState } from '../../src/state/start-state.ts';
import type { ConsoleState } from '../../src/state/state.ts';
import { newPath } from '../journal/snapshots.ts';
import { handClock, NOON } from '../state/hand-clock.ts';
import { connected } from '../state/made.ts';
import { profileOf } from './profile-of.ts';

const MINUTE_MS = 60_000;

/** Clock that counts its timers. */
function countedClock() {
  const clock = handClock();
  const timers = new Set<object>();
  const counted: Clock = {
    ...clock,
    after: (ms, then) => {
      const timer = {};
      timers.add(timer);
      const cancel = clock.after(ms, () => {
        timers.delete(timer);
        then();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
  return { clock: counted, pass: clock.pass, timers: () => timers.size };
}

/** Sessions of a console with two profiles, each on its own market. Counts timers, listeners of the store and requests by market. */
async function twoProfiles() {
  const markets = {
    one: await serveMarket({ speed: 0 }, () => NOON),
    two: await serveMarket({ speed: 0, seed: 8, project: 'proj_two' }, () => NOON),
  };
  const views = newPath();
  const { clock, pass, timers } = countedClock();
  const profiles = { one: profileOf('one', markets.one, views), two: profileOf('two', markets.two, views) };
  const start = startState(connected, unicodeGlyphs, { columns: 200, rows: 50 }, NOON);
  const store = createStore<ConsoleState>(() => withProfile(start, profiles.one));
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
  const journals = createJournals(clock.now);
  const hooks = createHookRunner({ store, clock, environment: () => ({}) });
  let turns = 0;
  const shared = {
    ...{ store, clock, debug: null, log: () => undefined, journals, hooks, random: () => 0.5 },
    notifier: createNotifier({ store, clock, environment: {}, nextSequence: () => 0 }),
    nextSequence: () => {
      turns += 1;
      return turns;
    },
    requestEnded: (entry: RequestLogEntry) => void ended.push(entry),
    probe: async () => ({ kind: 'unreachable' }) as const,
    machineSource: () => simulatedSource(clock, () => undefined),
  };
  const sessions = createProfileSessions({
    ...{ store, first: profiles.one },
    profileOf: async (name) => (name === 'one' ? profiles.one : profiles.two),
    sessionFor: (profile) => createSession(profile, shared),
    beforeFirstJournal: () => Promise.resolve(),
    failed: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    sessions.stop();
    journals.close();
    await Promise.all([markets.one.stop(), markets.two.stop()]);
  });
  return {
    ...{ markets, store, sessions, pass, timers },
    listeners: () => listeners.size,
    requestsTo: (market: RunningMarket) => ended.filter(({ url }) => url.startsWith(market.origin)).length,
    /** Resolves when all lists of a profile and its journal are loaded. */
    loaded: async (name: string): Promise<void> => {
      await vi.waitFor(
        async () => {
          await pass(100);
          expect(store.getState().connected.profile).toBe(name);
          expect(serviceLists.filter((list) => store.getState().lists[list].fetchedAt === null)).toEqual([]);
          expect(sessions.current().journal()).not.toBeNull();
        },
        { timeout: 20_000, interval: 20 },
      );
    },
  };
}

test('a session that is stopped leaves no timer and no listener behind', async () => {
  const { sessions, store, loaded, timers, listeners } = await twoProfiles();
  sessions.start();
  await loaded('one');
  // A change that has to be written to the file of views.
  store.setState((state) => ({ ...state, views: { ...state.views, bids: { ...state.views.bids, group: 'region' } } }));
  expect(timers()).toBeGreaterThan(serviceLists.length);
  expect(listeners()).toBeGreaterThan(1);
  sessions.stop();
  expect([timers(), listeners()]).toEqual([0, 0]);
});

test('a profile switch leaves nothing of the old session behind: no timer, no listener, no poll', async () => {
  const { sessions, markets, loaded, requestsTo, pass, timers, listeners } = await twoProfiles();
  sessions.start();
  await loaded('one');
  sessions.switchTo('two');
  await loaded('two');
  const before = { timers: timers(), listeners: listeners(), requests: requestsTo(markets.one) };
  for (const name of ['one', 'two']) {
    sessions.switchTo(name);
    await loaded(name);
  }
  expect({ timers: timers(), listeners: listeners() }).toEqual({ timers: before.timers, listeners: before.listeners });
  const [one, two] = [requestsTo(markets.one), requestsTo(markets.two)];
  await pass(2 * MINUTE_MS);
  await vi.waitFor(() => expect(requestsTo(markets.two)).toBeGreaterThan(two));
  expect(requestsTo(markets.one)).toBe(one);
  sessions.stop();
  expect([timers(), listeners()]).toEqual([0, 0]);
});

test('a response to the old profile changes nothing in the new one', async () => {
  const { sessions, store, loaded, pass } = await twoProfiles();
  sessions.start();
  // Its first list is requested and has not arrived.
  await pass(0);
  expect(store.getState().lists.bids.fetchedAt).toBeNull();
  sessions.switchTo('two');
  const shown = new Set<string | null>();
  store.subscribe(({ connected: { profile }, lists }) => {
    if (profile === 'two') for (const { row } of lists.bids.rows.values()) shown.add(row.project);
  });
  await loaded('two');
  expect(shown).toEqual(new Set(['proj_two']));
});

test('waiting writes go to the profile that they were made for, and each outcome is reported', async () => {
  const { sessions, store, markets, loaded } = await twoProfiles();
  sessions.start();
  await loaded('one');
  const bids = [...store.getState().lists.bids.rows.values()].map(({ row }) => row);
  const running = bids.filter(({ status }) => status === 'Allocated' || status === 'Open').slice(0, 10);
  // More writes than are sent at once, so that some wait.
  expect(running.length).toBeGreaterThan(8);
  const sending = sessions.current().remote.send(running.map(pauseBid));
  sessions.switchTo('two');
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
  const noted = (): number =>
    running
      .flatMap(({ fid }) => sessions.current().journal()?.bidEvents(fid).events ?? [])
      .filter(({ payload }) => payload.kind === 'noted' && payload.outcome === 'done').length;
  expect(noted()).toBe(0);
  sessions.switchTo('one');
  await loaded('one');
  expect(noted()).toBe(running.length);
  expect(store.getState().undo).toHaveLength(1);
  const { rows } = store.getState().lists.bids;
  expect(running.map(({ fid }) => rows.get(fid)?.row.status)).toEqual(running.map(() => 'Paused'));
  expect(markets.one.origin).not.toBe(markets.two.origin);
});

test('the later of two profile switches wins, even when the earlier one is ready after it', async () => {
  const { sessions, store, loaded } = await twoProfiles();
  sessions.start();
  await loaded('one');
  store.setState(paneFocused(store.getState(), 'volumes'), true);
  sessions.switchTo('two');
  sessions.switchTo('one');
  await loaded('one');
  expect(store.getState().connected.project).toBe('proj_demo');
  expect(store.getState().focus).toBe('volumes');
});

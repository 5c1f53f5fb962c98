import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ListedRow } from '../../../src/api/result.ts';
import { type Bid, bidRow } from '../../../src/contract/bid.ts';
import { type Instance, instanceRow } from '../../../src/contract/instance.ts';
import { trendOf } from '../../../src/features/money/panes.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { LONGEST_SPAN_MS, spanHolding } from '../../../src/lib/time-slots.ts';
import { advance } from '../../../src/market/engine/clock.ts';
import { emptyWorld, type World } from '../../../src/market/engine/world.ts';
import { bidAnswer, instanceAnswer } from '../../../src/market/routes/serialize.ts';
import { defaultVariants } from '../../../src/market/variants.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { syncJournal } from '../../../src/store/journal-sync.ts';
import { startState } from '../../../src/store/start-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { listFailed, rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { newPath } from '../../journal/snapshots.ts';
import { bidFor, DOLLAR, MINUTE, pool, SECOND, START } from '../../market/world.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, connected, instance, whole } from '../../store/made.ts';
import { followersOn } from '../running.ts';
import { openFeatureJournal } from './open-journal.ts';

const SLOTS = 20;

/** A console that polls by hand. */
function consoleAt(now: number) {
  const store: StoreApi<ConsoleState> = createStore<ConsoleState>(() =>
    startState(loadedFeatures, connected, unicodeGlyphs, { columns: 160, rows: 45 }, now),
  );
  let sequence = 0;
  const change = (next: (state: ConsoleState) => ConsoleState): void => store.setState(next(store.getState()), true);
  return {
    store,
    state: store.getState,
    time: (at: number): void => change((state) => timePassed(state, at)),
    poll: (at: number, bids: readonly ListedRow<Bid>[], instances: readonly ListedRow<Instance>[]): void => {
      sequence += 1;
      const start = { at, sequence };
      change((state) => timePassed(state, at));
      change((state) => rowsArrived(state, 'bids', whole(...bids), start, at));
      change((state) => rowsArrived(state, 'instances', whole(...instances), start, at));
    },
    change,
  };
}

const running = (of: string, count: number): readonly ListedRow<Instance>[] =>
  Array.from({ length: count }, (_, n) => instance(`${of}-${n}`, { bid: of }));

describe('the trend of a bid', () => {
  test('shows the fewest running instances of each slot, and what is known fills the width', () => {
    const console = consoleAt(NOON);
    for (let second = 0; second <= 60; second += 2)
      console.poll(NOON + second * SECOND, [bid('a')], running('a', second < 30 ? 4 : 1));
    // A minute has slots of three seconds; the first one begins before the first poll.
    expect(trendOf(console.state(), 'a', SLOTS)).toEqual([...Array(9).fill(4), ...Array(11).fill(1)]);
  });

  test('while lists do not come the right edge stands still for a minute, and then blanks come in', () => {
    const console = consoleAt(NOON);
    for (let second = 0; second <= 600; second += 2) console.poll(NOON + second * SECOND, [bid('a')], running('a', 4));
    const before = trendOf(console.state(), 'a', SLOTS);
    expect(before).toEqual(Array(SLOTS).fill(4));
    console.change((state) => listFailed(state, 'instances', { kind: 'no-token', reached: 'no' }, state.now, null));
    console.time(NOON + 650 * SECOND);
    expect(trendOf(console.state(), 'a', SLOTS)).toBe(before);
    console.time(NOON + 720 * SECOND);
    expect(trendOf(console.state(), 'a', SLOTS).slice(-2)).toEqual([null, null]);
  });

  test('a frozen screen has the trend of the time when it was frozen', () => {
    const console = consoleAt(NOON);
    for (let second = 0; second <= 120; second += 2) console.poll(NOON + second * SECOND, [bid('a')], running('a', 4));
    console.change((state) => ({ ...state, frozen: state.lists }));
    const before = trendOf(console.state(), 'a', SLOTS);
    for (let second = 122; second <= 170; second += 2) console.poll(NOON + second * SECOND, [bid('a')], []);
    expect(trendOf(console.state(), 'a', SLOTS)).toEqual(before);
  });

  test('a bid that has ended or left the list takes no memory', () => {
    const console = consoleAt(NOON);
    console.poll(NOON, [bid('a'), bid('b'), bid('c', { status: 'Terminated' })], running('a', 4));
    expect([...console.state().runHistory.byBid.keys()]).toEqual(['a', 'b']);
    for (const at of [2000, 4000, 6000]) console.poll(NOON + at, [bid('a', { status: 'Terminated' })], []);
    expect(console.state().runHistory.byBid.size).toBe(0);
    expect(trendOf(console.state(), 'a', SLOTS)).toEqual([]);
  });

  test('however often the numbers of many bids change, each has at most 64 steps', () => {
    const console = consoleAt(NOON);
    const bids = Array.from({ length: 50 }, (_, n) => bid(`b-${n}`));
    for (let poll = 0; poll < 300; poll++) {
      const rows = bids.flatMap(({ row }) => running(row.fid, poll % 2));
      console.poll(NOON + poll * 2000, bids, rows);
    }
    const { byBid, seen } = console.state().runHistory;
    expect(byBid.size).toBe(50);
    for (const steps of byBid.values()) expect(steps.length).toBeLessThanOrEqual(64);
    expect(seen).toHaveLength(1);
  });

  test('a list without changes costs no new map', () => {
    const console = consoleAt(NOON);
    const rows = [bid('a')];
    console.poll(NOON, rows, []);
    const { byBid } = console.state().runHistory;
    console.poll(NOON + 2000, rows, []);
    expect(console.state().runHistory.byBid).toBe(byBid);
  });
});

/** A market with surges, in which three bids of different limits compete. */
function busyWorld(seed: number): World {
  const world = emptyWorld(START, seed, [pool('gpu.eu', 6, 10n * DOLLAR)]);
  for (const limit of [9n, 11n, 14n]) bidFor(world, limit * DOLLAR, 3);
  return world;
}

test('after a restart the trend is what happened in the market while a console looked, and blank while none did', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 2, max: 12 }),
      fc.integer({ min: 2, max: 10 }),
      fc.integer({ min: 1, max: 12 }),
      async (seed, firstMinutes, awayMinutes, secondMinutes) => {
        const world = busyWorld(seed);
        const path = newPath();
        let now = START;
        /** The running instances of each bid at each poll. */
        const looks: { readonly at: number; readonly counts: ReadonlyMap<string, number> }[] = [];
        const session = async (minutes: number): Promise<ConsoleState> => {
          const journal = openFeatureJournal(path, () => now);
          const console = consoleAt(now);
          const sync = syncJournal({
            store: console.store,
            journal: sameThread(journal),
            service: () => 'here',
            followers: followersOn(console.store, { service: 'here' }),
          });
          await sync.begun;
          for (const end = now + minutes * MINUTE; now < end; now += 5000) {
            advance(world, now);
            const market = {
              world,
              project: 'proj_demo',
              variants: defaultVariants,
              extras: false,
              sshDestination: null,
            };
            const bids = world.bids.ordered.map((one) => read(bidRow(), bidAnswer(one, market)));
            const instances = world.instances.ordered.map((one) => read(instanceRow(), instanceAnswer(one, market)));
            console.poll(now, bids, instances);
            await sync.settled();
            const counts = new Map(bids.map(({ row }) => [String(row.fid), 0]));
            for (const { row } of console.state().lists.instances.rows.values())
              if (row.bid !== null && row.status === 'STATUS_RUNNING')
                counts.set(row.bid, (counts.get(row.bid) ?? 0) + 1);
            looks.push({ at: now, counts });
          }
          now -= 5000;
          sync.stop();
          journal.close();
          return console.state();
        };
        await session(firstMinutes);
        const left = now;
        now += awayMinutes * MINUTE;
        const back = now;
        const state = await session(secondMinutes);
        const slotMs = spanHolding(Math.min(now - START, LONGEST_SPAN_MS)) / SLOTS;
        for (const { row } of state.lists.bids.rows.values()) {
          const trend = trendOf(state, row.fid, SLOTS);
          trend.forEach((value, n) => {
            const from = (Math.floor(now / slotMs) - SLOTS + 1 + n) * slotMs;
            const to = from + slotMs;
            const own = looks.filter(({ at }) => at > from - 5000 && at < to).map(({ counts }) => counts.get(row.fid));
            if (to <= START || (from > left + SECOND && to <= back)) expect(value).toBeNull();
            // At the edges the first and the last seconds of a session may be missing.
            else if (from >= START + 5000 && (to < left - 20 * SECOND || from >= back)) {
              const fewest = Math.min(...own.map((count) => count ?? 0));
              expect(value, `slot ${n} of ${row.fid}`).toBe(fewest);
            }
          });
        }
      },
    ),
    { numRuns: 6 },
  );
});

function read<Row>(of: { readonly parse: (given: unknown) => Row }, given: unknown): ListedRow<Row> {
  return { row: of.parse(given), raw: JSON.stringify(given) };
}

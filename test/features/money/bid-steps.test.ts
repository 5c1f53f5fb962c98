import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { SeenBids } from '../../../src/features/money/journal.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { observedClock } from '../../../src/lib/intervals.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';
import { spendIn } from './records.ts';

const traits = { bid: 'b', name: 'b', type: 'h100', region: 'us' };

function seen(at: number, previous: number | null, running: number, micros: bigint): SeenBids {
  const standing = { state: 'allocated', limit: { sign: '$', micros }, quantity: 8, running } as const;
  return { at, readTo: at, previous, recordedAt: previous, bids: [{ traits, standing }] };
}

function opened(now: () => number, path = ':memory:'): FeatureJournal {
  const journal = openFeatureJournal(path, now);
  onTestFinished(() => journal.close());
  return journal;
}

const record = (journal: FeatureJournal, to: number) => journal.bidRecords([HERE], { from: 0, to });

/** How long a state of the market lasts, in milliseconds, and when each of two consoles reads it; null when it does not. */
const state = fc.record({
  ms: fc.integer({ min: 3, max: 70_000 }),
  running: fc.integer({ min: 0, max: 8 }),
  micros: fc.bigInt({ min: 1n, max: 9_000_000n }),
});

test.each([
  ['in the order of their lists', false],
  ['when the one of them writes late', true],
])('costs are never below what a market cost that changes between any two lists of two consoles, %s', (_, late) => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 12 }), (states) => {
      const path = newPath();
      const journals = [opened(() => NOON + DAY_MS, path), opened(() => NOON + DAY_MS, path)];
      const previous: (number | null)[] = [null, null];
      const writes: (() => void)[] = [];
      let at = NOON;
      const truth = states.map(({ ms, running, micros }) => {
        const time = { from: at, to: at + ms };
        // Both read each state once, one after the other.
        for (const [n, journal] of journals.entries()) {
          const readAt = at + 1 + Math.floor(((ms - 2) * (n + 1)) / 3);
          const one = seen(readAt, previous[n] ?? null, running, micros);
          writes.push(() => expect(journal.recordBids(HERE, one)).toBe(true));
          previous[n] = readAt;
        }
        at += ms;
        return { time, rate: micros * BigInt(running) };
      });
      if (late) for (let n = 0; n + 2 < writes.length; n += 4) writes.splice(n, 3, ...writes.slice(n, n + 3).reverse());
      for (const write of writes) write();
      const [journal] = journals;
      if (journal === undefined) throw new Error('There is no journal.');
      const records = record(journal, at);
      const observedMs = observedClock(records[0]?.observed ?? []);
      const cost = truth.reduce(
        (sum, { time, rate }) => sum + rate * BigInt(observedMs(time.to) - observedMs(time.from)),
        0n,
      );
      expect(spendIn(records, { from: NOON, to: at }).costs[0]?.microMs ?? 0n).toBeGreaterThanOrEqual(cost);
    }),
    { numRuns: 60 },
  );
});

test('several consoles at once count once', () => {
  const path = newPath();
  const journals = [opened(() => NOON + DAY_MS, path), opened(() => NOON + DAY_MS, path)];
  for (let n = 0; n < 10; n += 1)
    for (const [which, journal] of journals.entries()) {
      const at = NOON + n * 2000 + which;
      journal.recordBids(HERE, seen(at, n === 0 ? null : at - 2000, 2, 1_000_000n));
    }
  const [journal] = journals;
  const records = journal === undefined ? [] : record(journal, NOON + 60_000);
  expect(records[0]?.bids[0]?.steps).toHaveLength(1);
  expect(spendIn(records, { from: 0, to: NOON + 60_000 })).toMatchObject({ observedMs: 18_001, runningMs: 36_002 });
});

test('what a clock that was ahead has written does not hide how bids stand after it was set back', () => {
  let now = NOON + DAY_MS;
  const journal = opened(() => now);
  journal.recordBids(HERE, seen(now, null, 4, 1_000_000n));
  now = NOON;
  journal.recordBids(HERE, { ...seen(now, null, 4, 1_000_000n), bids: [] });
  now += 30_000;
  journal.recordBids(HERE, { ...seen(now, NOON, 4, 1_000_000n), bids: [] });
  expect(spendIn(record(journal, now), { from: 0, to: now })).toMatchObject({ observedMs: 30_000, runningMs: 120_000 });
});

test('a change after the end of a time that may have happened within it counts', () => {
  const journal = opened(() => NOON + DAY_MS);
  journal.recordBids(HERE, seen(NOON, null, 0, 1_000_000n));
  journal.recordBids(HERE, seen(NOON + 20_000, NOON, 5, 1_000_000n));
  expect(spendIn(record(journal, NOON + 10_000), { from: 0, to: NOON + 10_000 }).runningMs).toBe(50_000);
});

test('a journal of the version before has steps from its next lists on', () => {
  const path = newPath();
  openFeatureJournal(path, () => NOON).close();
  const file = new DatabaseSync(path);
  file.exec('DROP TABLE steps; DROP TABLE step_bids; DROP TABLE observed; PRAGMA user_version = 2');
  file.close();
  const journal = opened(() => NOON, path);
  expect([journal.warning(), journal.recordBids(HERE, seen(NOON, null, 1, 1n))]).toEqual([null, true]);
  expect(record(journal, NOON)[0]?.bids).toHaveLength(1);
});

test('steps older than 90 days are dropped, but the last of them is how a bid stood', () => {
  let now = NOON;
  const path = newPath();
  const early = opened(() => now, path);
  early.recordBids(HERE, seen(now, null, 1, 1n));
  early.recordBids(HERE, seen(now + 1000, now, 3, 1n));
  now = NOON + 100 * DAY_MS;
  const later = opened(() => now, path);
  later.recordBids(HERE, { ...seen(now, null, 3, 1n), bids: [] });
  const [{ bids = [], observed = [] } = {}] = record(later, now);
  expect(bids[0]?.steps.map(({ running }) => running)).toEqual([3]);
  expect(observed).toEqual([{ from: now, to: now }]);
});

test('what bids did while another program has locked the file waits, and is in it in order once it is not', () => {
  const path = newPath();
  const journal = opened(() => NOON + DAY_MS, path);
  journal.recordBids(HERE, seen(NOON, null, 1, 1n));
  const locked = new DatabaseSync(path);
  locked.exec('BEGIN IMMEDIATE');
  expect(journal.recordBids(HERE, seen(NOON + 2000, NOON, 2, 1n))).toBe(false);
  expect(journal.recordBids(HERE, seen(NOON + 4000, NOON + 2000, 3, 1n))).toBe(false);
  locked.exec('ROLLBACK');
  locked.close();
  expect(journal.recordBids(HERE, seen(NOON + 6000, NOON + 4000, 4, 1n))).toBe(true);
  const [{ bids = [], observed = [] } = {}] = record(journal, NOON + 10_000);
  expect(bids[0]?.steps.map(({ at, since, running }) => [at - NOON, since - NOON, running])).toEqual([
    [0, 0, 1],
    [2000, 0, 2],
    [4000, 2000, 3],
    [6000, 4000, 4],
  ]);
  expect(observed).toEqual([{ from: NOON, to: NOON + 6000 }]);
});

test('of a long time without the file all bids stand as they were seen last, and what is between is not known', () => {
  const path = newPath();
  const journal = opened(() => NOON + DAY_MS, path);
  journal.recordBids(HERE, seen(NOON, null, 1, 1n));
  const locked = new DatabaseSync(path);
  locked.exec('BEGIN IMMEDIATE');
  const moments = Array.from({ length: 210 }, (_, n) => NOON + (n + 1) * 2000);
  for (const at of moments) journal.recordBids(HERE, seen(at, at - 2000, 1 + (at % 7), 1n));
  locked.exec('ROLLBACK');
  locked.close();
  const last = NOON + 211 * 2000;
  expect(journal.recordBids(HERE, seen(last, last - 2000, 9, 1n))).toBe(true);
  const [{ bids = [], observed = [] } = {}] = record(journal, last);
  const steps = bids[0]?.steps ?? [];
  expect(steps.length).toBeLessThan(20);
  expect(steps.at(-1)).toMatchObject({ at: last, running: 9 });
  expect(observed[0]).toEqual({ from: NOON, to: NOON });
  expect(observed.at(-1)?.to).toBe(last);
});

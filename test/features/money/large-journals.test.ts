import { renameSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BidRecord, BidRecords, BidState } from '../../../src/features/money/bid-record.ts';
import { SLICES } from '../../../src/features/money/bid-records.ts';
import { costOver, costSoFar, createCostHistory } from '../../../src/features/money/cost-history.ts';
import { PAST_PERIODS } from '../../../src/features/money/cost-periods.ts';
import { exposure } from '../../../src/features/money/dialogs/exposure.ts';
import type { BidJournal, SeenBid } from '../../../src/features/money/journal.ts';
import { computingOf } from '../../../src/features/money/known-records.ts';
import { adviceForPairs } from '../../../src/features/money/price-advice.ts';
import { priceBandsOf } from '../../../src/features/money/price-bands.ts';
import { pricePicture } from '../../../src/features/money/price-picture.ts';
import { priceRows } from '../../../src/features/money/price-row.ts';
import { pricesToggled } from '../../../src/features/money/prices.ts';
import { budgetPerDay } from '../../../src/features/money/settings.ts';
import { localZone } from '../../../src/lib/calendar.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { parsePrice } from '../../../src/lib/money.ts';
import { NO_VALUES } from '../../../src/lib/typed-key.ts';
import type { Work } from '../../../src/lib/work.ts';
import { messageLines } from '../../../src/screen/ink/pane-lines.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid } from '../../store/made.ts';
import { fillJournal } from './large-journal.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';
import { COSTS, readingConsole } from './reading-console.ts';

const YEAR = { from: NOON - 365 * DAY_MS, to: NOON };

function opened(path = ':memory:', now: () => number = () => NOON): FeatureJournal {
  const journal = openFeatureJournal(path, now);
  onTestFinished(() => journal.close());
  return journal;
}

function filledJournal(steps: number, days: number): FeatureJournal {
  const journal = opened();
  fillJournal(journal, HERE, NOON, { steps, days });
  return journal;
}

/** The most units of one part of some work. */
function* measured<Result>(work: Work<Result>, part: (units: number) => void): Work<Result> {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
    part(next.value);
    yield next.value;
  }
}

test('with 60,000 steps no slice is longer than it may be, and a later look reads no old step again', () => {
  const journal = filledJournal(60_000, 4);
  let rows = 0;
  let most = 0;
  const count = (units: number): void => {
    rows += units;
    most = Math.max(most, units);
  };
  const counted: Pick<BidJournal, 'bidRecordsInParts' | 'bidRecordsAfter'> = {
    bidRecordsInParts: (scopes, time) => measured(journal.bidRecordsInParts(scopes, time), count),
    bidRecordsAfter: (scopes, at) => measured(journal.bidRecordsAfter(scopes, at), count),
  };
  const console = readingConsole(counted);
  console.reader.readDue();
  let before = rows;
  let longest = 0;
  while (console.known() === null) {
    console.goOn(1);
    longest = Math.max(longest, rows - before);
    before = rows;
  }
  const steps = console
    .known()
    ?.records.flatMap(({ bids }) => bids)
    .reduce((sum, one) => sum + one.steps.length, 0);
  expect(steps).toBe(60_000);
  // The last part of a slice may be a whole page.
  expect(most).toBeLessThanOrEqual(202);
  expect(longest).toBeLessThan(SLICES.next + 202);
  // All work is in slices, not the reading alone.
  const first = console.run();
  expect(first).toBeGreaterThan(rows / SLICES.next);

  const [seen] = console.known()?.records[0]?.bids.slice(-1) ?? [];
  if (seen === undefined) throw new Error('There is no bid.');
  const at = NOON + 6000;
  const standing: SeenBid['standing'] = {
    state: 'allocated',
    limit: { sign: '$', micros: 9_990_000n },
    quantity: 2,
    running: 2,
  };
  rows = 0;
  journal.recordBids(HERE, {
    at,
    readTo: at,
    previous: NOON - 1000,
    recordedAt: NOON - 1000,
    bids: [{ traits: seen.traits, standing }],
  });
  console.passes(6000);
  console.goOn();
  expect(console.known()?.readAt).toBe(at);
  expect(rows).toBeLessThan(1000);
  expect(console.run() - first).toBeLessThan(first / 4);
});

/** How some of four bids stand, so many milliseconds after the look before. */
const look = fc.record({
  ms: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 30 * 3_600_000 }) },
  ),
  bids: fc.array(
    fc.record({
      bid: fc.nat({ max: 3 }),
      state: fc.constantFrom<BidState>('allocated', 'open', 'preempting', 'paused', 'other', 'ended'),
      cents: fc.integer({ min: 1, max: 4 }),
      sign: fc.constantFrom('$', '$', '$', '€'),
      running: fc.nat({ max: 3 }),
    }),
    { maxLength: 3 },
  ),
  /** Whether another console has seen it, whose last look was some looks before. */
  by: fc.nat({ max: 1 }),
  /** Slices that have their turn before the next look. */
  slices: fc.oneof(fc.nat({ max: 12 }), fc.constant(Number.POSITIVE_INFINITY)),
});
type Look = typeof look extends fc.Arbitrary<infer One> ? One : never;

const seenIn = ({ bids }: Look): readonly SeenBid[] =>
  bids.map(({ bid: n, state, cents, sign, running }) => ({
    traits: { bid: `bid-${n}`, name: `b${n}`, type: n < 3 ? '8xh100' : '4xa100', region: 'eu' },
    standing: { state, limit: { sign, micros: BigInt(cents) * 10_000n }, quantity: 3, running },
  }));

/** A copy of which nothing was computed before. */
const copied = ({ records, readAt }: BidRecords): BidRecords => ({ records: structuredClone(records), readAt });
const inOrder = (records: readonly BidRecord[] | undefined) =>
  records?.map((record) => ({
    ...record,
    bids: record.bids.toSorted((a, b) => (a.traits.bid < b.traits.bid ? -1 : 1)),
  }));

test('what was computed in slices of any length, while steps arrived, is what is computed at once', () => {
  fc.assert(
    fc.property(
      fc.array(look, { minLength: 3, maxLength: 40, size: 'max' }),
      fc.integer({ min: 1, max: 60 }),
      (looks, units) => {
        let now = NOON - 20 * DAY_MS;
        const journal = openFeatureJournal(':memory:', () => now);
        const console = readingConsole(journal, { first: units, next: units });
        console.change((state) => ({ ...state, now }));
        const previous: [number | null, number | null] = [null, null];
        for (const one of looks) {
          now += one.ms;
          const last = previous[one.by] ?? null;
          journal.recordBids(HERE, { at: now, readTo: now, previous: last, recordedAt: last, bids: seenIn(one) });
          previous[one.by] = now;
          console.passes(one.ms);
          console.goOn(one.slices);
        }
        console.goOn();
        now += 10_000;
        console.passes(10_000);
        console.goOn();
        const known = console.known();
        if (known === null) throw new Error('Nothing is known.');
        // All that is there was read, and nothing twice.
        expect(inOrder(known.records)).toEqual(
          inOrder(journal.bidRecords([HERE], { from: now - 90 * DAY_MS, to: now })),
        );
        journal.close();
        const fresh = copied(known);
        for (const time of [
          { from: now - 7 * DAY_MS, to: now },
          { from: now - 30 * DAY_MS, to: now - DAY_MS },
        ])
          expect(priceBandsOf(known.records, time)).toEqual(priceBandsOf(fresh.records, time));
        expect(priceRows(known)).toEqual(priceRows(fresh));
        const zone = localZone(now);
        const history = createCostHistory();
        for (const period of PAST_PERIODS)
          expect(costOver(known, period, zone)).toEqual(history.over(fresh, period, zone));
        expect(costSoFar(known, zone)).toEqual(history.soFar(fresh, zone));
      },
    ),
    { numRuns: Number(process.env['SPOTDECK_SLICE_RUNS'] ?? 20) },
  );
});

describe('while a long journal is computed', () => {
  const pair = { type: '8xh100.us-east1-b', region: 'us-east1-b', sign: '$' };
  const texts = (lines: ReturnType<typeof exposure.lines>): string => textsOf(lines).join('\n');
  const costs = (state: ConsoleState, period: '7-days' | '30-days'): string =>
    texts(exposure.lines(state, { kind: 'exposure', period, top: 0 }, { width: 96, height: 40 }));
  const picture = (state: ConsoleState): string =>
    texts(
      pricePicture(bid('b', { instance_type: pair.type, region: pair.region }).row, contextOf(state), 7 * DAY_MS, {
        label: 8,
        columns: 60,
        height: 6,
      }).words,
    );
  const pane = (state: ConsoleState): string =>
    messageLines(state, 'prices', 100)
      .flat()
      .map(({ text }) => text)
      .join('');
  const advice = (state: ConsoleState) => adviceForPairs([pair], '$2.50', contextOf(state));

  test('the screen says so in $, :prices, h and the advice of forms, and has no value; then it has all of them', () => {
    const console = readingConsole(filledJournal(6000, 2));
    console.reader.readDue();
    console.goOn(3);
    const during = console.store.getState();
    expect(computingOf(during)).not.toBeNull();
    for (const period of ['7-days', '30-days'] as const) {
      expect(costs(during, period)).toMatch(/◐ Computing the costs, [\d,]+ steps so far\./);
      expect(costs(during, period)).not.toContain('$');
    }
    expect(picture(during)).toMatch(/^◐ Computing the prices of 8xh100 in us-east1-b, [\d,]+ steps so far…$/);
    expect(pane(pricesToggled(during))).toMatch(/^◐ Computing the prices of the last days, [\d,]+ steps so far…$/);
    expect(advice(during)).toMatchObject({
      values: { often: null, mostly: null },
      why: 'The prices of the last days are still being computed.',
    });
    console.goOn();
    const after = console.store.getState();
    expect(computingOf(after)).toBeNull();
    expect(costs(after, '30-days')).toMatch(/Everything +\d+h +\$[\d,]+\.\d\d/);
    expect(picture(after)).toMatch(/7 days: filled from \$/);
    expect(pricesToggled(after).lists.prices.rows.size).toBe(24);
    expect(advice(after)?.texts[0]).toMatch(/^Last 7 days: filled from \$/);
  });

  test('a period that reaches further back is not shown from records of a shorter time', () => {
    const journal = filledJournal(3000, 20);
    const console = readingConsole(journal);
    // A budget needs a month, and no prices.
    console.change((state) => ({
      ...state,
      dialogs: [],
      connected: { ...state.connected, own: budgetPerDay.put(NO_VALUES, parsePrice('$1')) },
    }));
    console.reader.readDue();
    console.goOn();
    expect(console.known()).not.toBeNull();
    console.change((state) => ({ ...state, dialogs: [{ kind: 'exposure', period: '30-days', top: 0 }] }));
    console.reader.readDue();
    expect(console.known()).toBeNull();
    expect(costs(console.store.getState(), '30-days')).toContain('Computing the costs');
    console.goOn();
    expect(console.known()).not.toBeNull();
  });

  test('what a closed view has read is dropped within a minute, and a budget keeps its month', () => {
    const console = readingConsole(filledJournal(3000, 60));
    const bids = () => console.known()?.records.flatMap((record) => record.bids.flatMap(({ steps }) => steps)).length;
    console.reader.readDue();
    console.goOn();
    const all = bids();
    expect(all).toBe(3000);
    console.change((state) => ({ ...state, dialogs: [] }));
    console.passes(30_000);
    expect(bids()).toBe(all);
    console.passes(30_000);
    expect(console.known()).toBeNull();
    expect(console.waiting()).toBe(0);

    const own = budgetPerDay.put(NO_VALUES, parsePrice('$1'));
    console.change((state) => ({ ...state, dialogs: COSTS, connected: { ...state.connected, own } }));
    console.reader.readDue();
    console.goOn();
    console.change((state) => ({ ...state, dialogs: [] }));
    console.passes(30_000);
    console.goOn();
    expect(bids()).toBe(all);
    console.passes(30_000);
    // The costs that the budgets are compared with stay on screen meanwhile.
    expect(console.known()).not.toBeNull();
    console.goOn();
    expect(bids()).toBeGreaterThan(0);
    expect(bids()).toBeLessThan(3000);
  });

  test('another project, or the end, drops what was computed and leaves nothing waiting', () => {
    const console = readingConsole(filledJournal(6000, 2));
    for (const ends of [console.reader.forget, console.reader.stop]) {
      console.reader.readDue();
      console.goOn(3);
      expect(console.waiting()).toBe(1);
      ends();
      expect(console.waiting()).toBe(0);
      expect(console.known()).toBeNull();
    }
    console.reader.forget();
    expect(computingOf(console.store.getState())).toBeNull();
    const run = console.run();
    console.goOn();
    expect(console.run()).toBe(run);
  });

  test('a file that takes the place of the journal meanwhile is read from its beginning, and nothing of the one before is kept', () => {
    const [path, aside] = [newPath(), newPath()];
    const other = openFeatureJournal(aside, () => NOON);
    fillJournal(other, HERE, NOON, { steps: 50, days: 1, pairs: 1 });
    const records = other.bidRecords([HERE], YEAR);
    other.close();
    const journal = opened(path);
    fillJournal(journal, HERE, NOON, { steps: 6000, days: 2 });
    const console = readingConsole(journal);
    console.reader.readDue();
    console.goOn(3);
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    renameSync(aside, path);
    console.goOn();
    expect(console.known()).toBeNull();
    expect(computingOf(console.store.getState())).toBeNull();
    console.passes(1000);
    console.goOn();
    expect(console.known()?.records).toEqual(records);
  });
});

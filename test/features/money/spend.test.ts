import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BidRecord, BidStep } from '../../../src/features/money/bid-record.ts';
import { amountOf, mostOf, spendGroups, sumCosts } from '../../../src/features/money/spend.ts';
import { dayAt, periodsIn } from '../../../src/lib/calendar.ts';
import { joined } from '../../../src/lib/intervals.ts';
import { spendIn } from './records.ts';

const HOUR = 3_600_000;
const BERLIN = 'Europe/Berlin';
/** Two days before the clock is put back in Berlin. */
const START = Date.UTC(2026, 9, 23);
const WHOLE = { from: START, to: START + 96 * HOUR };

const moment = fc.integer({ min: WHOLE.from, max: WHOLE.to });
const step = fc.record({
  at: moment,
  before: fc.integer({ min: 0, max: HOUR }),
  micros: fc.bigInt({ min: 1n, max: 50_000_000n }),
  sign: fc.constantFrom('$', '€'),
  running: fc.integer({ min: 0, max: 8 }),
});
const steps = fc.uniqueArray(step, { selector: ({ at }) => at, maxLength: 8 }).map((all) =>
  all
    .toSorted((a, b) => a.at - b.at)
    .map(
      ({ at, before, micros, sign, running }): BidStep => ({
        at,
        since: at - before,
        state: 'allocated',
        quantity: running,
        running,
        limit: { sign, micros },
      }),
    ),
);
const observed = fc
  .array(fc.tuple(moment, moment), { minLength: 1, maxLength: 6 })
  .map((all) => joined(all.map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))));
const record = fc.record({ bids: fc.array(steps, { maxLength: 4 }), observed }).map(
  ({ bids, observed }): BidRecord => ({
    project: 'p',
    bids: bids.map((own, n) => ({
      traits: { bid: `b${n}`, name: '', type: n % 2 === 0 ? 'h100' : 'a100', region: '' },
      steps: own,
    })),
    observed,
  }),
);

describe('over any time', () => {
  test('the days and the hours of a time zone sum up to the whole exactly, also where the clock is put back', () => {
    fc.assert(
      fc.property(record, fc.constantFrom<'day' | 'hour'>('day', 'hour'), (one, unit) => {
        const parts = periodsIn(WHOLE, unit, BERLIN).map((period) => spendIn([one], period));
        const whole = spendIn([one], WHOLE);
        expect(sumCosts(parts.flatMap(({ costs }) => costs))).toEqual(whole.costs);
        expect(mostOf(parts.flatMap(({ gaps }) => gaps))).toEqual(whole.most);
        expect(parts.reduce((sum, { runningMs }) => sum + runningMs, 0)).toBe(whole.runningMs);
        for (const length of ['observedMs', 'gapMs', 'unknownMs'] as const)
          expect(parts.reduce((sum, part) => sum + part[length], 0)).toBe(whole[length]);
      }),
      { numRuns: 50 },
    );
  });

  test('observed time and gaps are the whole time since the first observation, and the time before it is not known', () => {
    fc.assert(
      fc.property(record, (one) => {
        const { observedMs, gapMs, unknownMs, gaps } = spendIn([one], WHOLE);
        const first = one.observed[0]?.from ?? 0;
        expect(gaps.reduce((sum, { time }) => sum + time.to - time.from, 0)).toBe(gapMs);
        expect(observedMs + gapMs).toBe(WHOLE.to - first);
        expect(unknownMs).toBe(first - WHOLE.from);
      }),
    );
  });

  test('the groups of bids sum up to the whole', () => {
    fc.assert(
      fc.property(record, (one) => {
        const { bids, costs } = spendIn([one], WHOLE);
        const groups = spendGroups(bids, ({ traits }) => traits.type);
        expect(sumCosts(groups.flatMap((group) => group.costs))).toEqual(costs);
      }),
    );
  });
});

const standing = { state: 'allocated', limit: { sign: '$', micros: 2_000_000n }, quantity: 4 } as const;
const seen = (own: readonly BidStep[], to: number): BidRecord => ({
  project: 'p',
  observed: [{ from: 0, to }],
  bids: [{ traits: { bid: 'b', name: '', type: '', region: '' }, steps: own }],
});

test('between two lists the higher cost counts, whether instances were added or lost', () => {
  const own: BidStep[] = [
    { ...standing, at: 0, since: 0, running: 1 },
    { ...standing, at: 2 * HOUR, since: HOUR, running: 3 },
    { ...standing, at: 4 * HOUR, since: 3 * HOUR, running: 0 },
  ];
  const { costs } = spendIn([seen(own, 5 * HOUR)], { from: 0, to: 5 * HOUR });
  expect(costs.map((cost) => amountOf(cost).text)).toEqual(['$20.00']);
});

test('instances whose price can not be read are in no cost, and said', () => {
  const own: BidStep[] = [{ ...standing, limit: null, at: 0, since: 0, running: 2 }];
  expect(spendIn([seen(own, HOUR)], { from: 0, to: HOUR })).toMatchObject({ costs: [], unpricedMs: 2 * HOUR });
});

test('days have 23 and 25 hours where the clock changes', () => {
  const hours = (at: number): number => (dayAt(at, BERLIN).to - dayAt(at, BERLIN).from) / HOUR;
  expect(hours(Date.UTC(2026, 2, 29, 12))).toBe(23);
  expect(hours(Date.UTC(2026, 9, 25, 12))).toBe(25);
  expect(periodsIn(dayAt(Date.UTC(2026, 9, 25, 12), BERLIN), 'hour', BERLIN)).toHaveLength(25);
});
